import type { Claim } from '../access/claims.ts';
import type { BilingualText } from '../text/bilingual-text.ts';

/** text: a name or a note; code: stored unchanged with leading zeros; amount: a decimal text with `scale` digits. */
export type RegistryKind = 'text' | 'code' | 'int' | 'amount' | 'date';

export const REGISTRY_CODES = [
  'budget-users',
  'organizations',
  'treasury-branches',
  'locations',
  'districts',
  'currencies',
  'exchange-rates',
  'appropriations',
  'functions',
  'economic-classifications',
  'funding-sources',
  'payment-codes',
  'countries',
  'banks',
] as const;
export type RegistryCode = (typeof REGISTRY_CODES)[number];

export interface RegistryColumn {
  /** Name in calls and in files; the column of the table is the same in snake case. */
  name: string;
  kind: RegistryKind;
  label: BilingualText;
  required?: boolean;
  /** The names of its codes; codes without names are shown themselves. */
  values?: Readonly<Record<string, BilingualText>>;
  /** Most characters of a text or code. */
  maxLength?: number;
  /** The form of a code as a regular expression over the whole text. */
  pattern?: string;
  min?: number;
  max?: number;
  /** Decimals of an amount. */
  scale?: number;
  /** The registry whose key this code is. */
  references?: RegistryCode;
  /** Contact data: hidden from anonymous callers. */
  contact?: boolean;
  /** A number that a person enters in any notation; a file may have several in a cell, and keeps its own. */
  phone?: boolean;
  /** Written by the system, never by a call or a file. */
  derived?: boolean;
}

/**
 * Rows are never removed. `period`: the row has a first and a last valid day. `withdrawn`: the row belongs to one day
 * and can only be withdrawn, as long as nothing has used it.
 */
export type Validity = 'period' | 'withdrawn';

export interface Registry {
  code: RegistryCode;
  title: BilingualText;
  /** The purpose of the registry, one sentence for its card. */
  description: BilingualText;
  /** Columns that together name a row; a row's id is their values joined by "_". They never change. */
  key: readonly string[];
  /** Column that people know a row by. */
  name?: string;
  /** Columns that together describe a row that has no name. */
  describedBy?: readonly string[];
  columns: readonly RegistryColumn[];
  /** The day column by which a list is sorted by default, newest first; without it, a list is sorted by the key. */
  newestBy?: string;
  validity: Validity;
  /** Claim of the registry's own role; rows without one are maintained with Registry_Manage alone. */
  claim: Claim | null;
  /** Shown here, maintained under another registry. */
  readOnly?: boolean;
  /** Anonymous callers may read it, without contacts (the registration form needs it). */
  open?: boolean;
}
