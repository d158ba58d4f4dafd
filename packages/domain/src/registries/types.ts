import type { Claim } from '../access/claims.ts';
import type { BilingualText } from '../text/bilingual-text.ts';

/** text: a name or a note; code: kept letter by letter, leading zeros too; amount: a decimal text with `scale` digits. */
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
  /** What its codes are called, where it has codes; others are shown as they stand. */
  values?: Readonly<Record<string, BilingualText>>;
  /** Most characters of a text or code. */
  maxLength?: number;
  /** What a code looks like, as a regular expression over the whole text. */
  pattern?: string;
  min?: number;
  max?: number;
  /** Decimals of an amount. */
  scale?: number;
  /** The registry whose key this code names. */
  references?: RegistryCode;
  /** How to reach somebody: not shown to callers who have not signed in. */
  contact?: boolean;
  /** Written by the system, never by a call or a file. */
  derived?: boolean;
}

/**
 * A row is never removed. `period`: it has a first and a last valid day. `withdrawn`: it stands for one day and can
 * only be withdrawn, and then not once something has used it.
 */
export type Validity = 'period' | 'withdrawn';

export interface Registry {
  code: RegistryCode;
  title: BilingualText;
  /** What the registry is for, in one sentence of its card. */
  description: BilingualText;
  /** Columns that together name a row; a row's id is their values joined by "_". They never change. */
  key: readonly string[];
  /** Column that people know a row by. */
  name?: string;
  /** Columns that together describe a row that has no name. */
  describedBy?: readonly string[];
  columns: readonly RegistryColumn[];
  validity: Validity;
  /** Claim of the registry's own role; rows without one are maintained with Registry_Manage alone. */
  claim: Claim | null;
  /** Shown here, maintained under another registry. */
  readOnly?: boolean;
  /** Anonymous callers may read it, without contacts (the registration form needs it). */
  open?: boolean;
}
