/** A filter of a list. `search` is always open at the left; the others are chips. */
export interface Filter {
  id: string;
  label: string;
  kind: 'search' | 'text' | 'multi' | 'yesNo' | 'day' | 'dateRange' | 'moneyRange';
  /** A value may hold several parts, all of which hold (packages/domain/src/projects/filter-parts.ts). */
  hasParts?: boolean;
  /** The words of a part of a `text`; as it is written otherwise. */
  say?: (part: string) => string;
  /** How a part of a `text` is written; without it, any part of a value is searched. */
  hint?: string;
  options?: { value: string; label: string }[];
  /** Predefined ranges of a `moneyRange`; an empty bound is open. */
  quick?: readonly { label: string; from: string; to: string }[];
  /** Decimals of the amounts of a `moneyRange`; two by default. */
  decimals?: number;
}

export const MONEY_DECIMALS = 2;
