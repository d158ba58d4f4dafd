import type { ComponentType } from 'react';

export interface PartFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter of a list. `search` is always open at the left; the others are chips. */
export interface Filter {
  id: string;
  label: string;
  /** The heading of its group in the menu of filters. */
  group?: string;
  /** Not offered in the menu; it has a chip only if the URL filters by it. */
  unoffered?: boolean;
  kind: 'search' | 'text' | 'multi' | 'yesNo' | 'day' | 'dateRange' | 'moneyRange';
  /** A value may have several parts, all of which must match (packages/domain/src/projects/filter-parts.ts). */
  hasParts?: boolean;
  /** The display text of a part of a `text` filter; by default the part itself. */
  say?: (part: string) => string;
  /** Renders the names of the codes in a part of a `text`; it loads them. */
  Named?: ComponentType<{ part: string }>;
  /** The fields for a part of a `text` that is composed of several choices. */
  PartField?: ComponentType<PartFieldProps>;
  /** Explains how to write a part of a `text`; by default the filter searches any part of a value. */
  hint?: string;
  /** The maximum length of a `search`; by default that of every filter. */
  maxLength?: number;
  options?: { value: string; label: string }[];
  /** Predefined ranges of a `moneyRange`; an empty bound is open. */
  quick?: readonly { label: string; from: string; to: string }[];
  /** Decimals of the amounts of a `moneyRange`; two by default. */
  decimals?: number;
}

export const MONEY_DECIMALS = 2;

/** The parameters of a filter: two for a range. */
export function keysOf(filter: Pick<Filter, 'id' | 'kind'>): string[] {
  return filter.kind === 'dateRange' || filter.kind === 'moneyRange'
    ? [`${filter.id}-from`, `${filter.id}-to`]
    : [filter.id];
}

/** A range and an exact value of the same field are two filters. */
export const nameOf = (filter: Pick<Filter, 'id' | 'kind'>): string => keysOf(filter).join();
