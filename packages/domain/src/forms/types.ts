import type { BilingualText } from '../text/bilingual-text.ts';

/** Values of a form: nested objects, as stored in a revision. */
export type FormValues = Record<string, unknown>;

/** Data that the server gives beside the values (docs/forms.md, "data"). */
export type FormData = Record<string, unknown>;

/** Kinds of docs/forms.md, A1. */
export type Kind =
  | 'text'
  | 'markdown'
  | 'rsd'
  | 'eur'
  | 'foreign'
  | 'percent'
  | 'int'
  | 'year'
  | 'date'
  | 'month'
  | 'yesNo'
  | 'yesNoComment'
  | 'planDoc'
  | 'select'
  | 'org'
  | 'location'
  | 'currency'
  | 'file'
  | 'textList'
  | 'locationList'
  | 'fileList'
  | 'table';

export interface Option {
  value: string | number;
  label: BilingualText;
}

/**
 * The form versions that contain something: from `since` (by default the first) to `until` (by default the newest).
 * Removed by `versionsOf`, never published.
 */
export interface InVersions {
  since?: number;
  until?: number;
}

export type YearList = 'PLAN' | 'PREP' | 'IMP' | 'GEN';

/**
 * When a field is shown; a hidden field is absent. `path` and `anyRow` refer to the whole form, `column` and
 * `anyDiffers` to the row of the field; an absent side of a pair differs from a present one.
 */
export type Visibility =
  | { path: string; equals: string }
  | { path: string; in: readonly string[] }
  | { anyRow: string; column: string; in: readonly string[] }
  | { column: string; isNot: string }
  | { anyDiffers: readonly (readonly [string, string])[] };

/** One field as data; it is published unchanged. */
export interface Field extends InVersions {
  /** Dotted path in the values; for a column, within its row. */
  path: string;
  kind: Kind;
  label: BilingualText;
  /** Item number shown before the label. */
  no?: string;
  required?: boolean;
  /** Recomputed by the definition; values sent by a client are ignored. */
  computed?: boolean;
  /** For a computed column: a sent value is read all the same, because it names the row that the answers belong to. */
  keepSent?: boolean;
  /** Given by an earlier form; while data.fromEarlier is true only Admin and MEI may change it. */
  fromEarlier?: boolean;
  /** Only administrators see it and fill it in. */
  admin?: boolean;
  /** Only MEI sees it and fills it in. */
  mei?: boolean;
  /** While the project has foreign funds only Admin and MEI may change it. */
  isdacon?: boolean;
  maxLength?: number;
  minLetters?: number;
  format?: 'email' | 'phone';
  min?: number;
  max?: number;
  minDate?: string;
  aboveZero?: boolean;
  signed?: boolean;
  unbounded?: boolean;
  years?: YearList;
  options?: readonly Option[];
  /** Raised in place of FluentEmptyField when a required or visible file is missing. */
  emptyByRule?: boolean;
  visibleWhen?: Visibility;
  /** Required in this case only; shown always. */
  requiredWhen?: Visibility;
  placeholder?: string;
  /** For a column of text with a total: set by `columnsOf`, never published. */
  amountOrRemark?: boolean;
  /** The initial value of an amount, in place of 0.00. */
  startsFrom?: string;
  /** For a computed percentage: numerator and denominator in its row. With a denominator of 0 it is shown as ∞. */
  ratioOf?: readonly [string, string];
  /** Rows follow another list: users add none, and remove only rows without an entry there. */
  fixedRows?: boolean;
  /** Tables and lists. */
  minRows?: number;
  maxRows?: number;
  key?: string;
  columns?: readonly Field[];
  /** Paths of computed totals shown in the table's foot, by column. */
  totals?: Readonly<Record<string, string>>;
  /** Width hint of a scalar in the grid of twelve. */
  span?: number;
}

export interface Section extends InVersions {
  key: string;
  title: BilingualText;
  fields: readonly Field[];
}

export type Severity = 'error' | 'warning';

/** One item of a validation result: path with rows from 1, index = row of the outermost table or 0. */
/** A sum that is not what it has to be, with two decimals. */
export interface SumGap {
  sum: string;
  due: string;
  unit: 'percent' | 'amount';
}

export interface ValidationItem {
  code: string;
  index: number;
  path: string;
  label: BilingualText;
  /** Of rules about sums. Stored results have none. */
  gap?: SumGap;
}

export interface ValidationResult {
  errors: ValidationItem[];
  warnings: ValidationItem[];
}

/** Kinds whose values are registry rows. */
export type ReferenceKind = 'org' | 'location' | 'currency';

/** The newest revision: its values and its validation result. */
export interface StoredRevision {
  values: FormValues;
  errors: readonly { code: string; path: string }[];
}

/** A registry row that a value names. */
export interface FoundReference {
  kind: ReferenceKind;
  value: Record<string, unknown>;
}

export interface JudgeContext {
  /** YYYY-MM-DD */
  today: string;
  foreignFunds: boolean;
  /** The values of the newest revision: values that were valid there stay valid. */
  stored?: StoredRevision;
  /** Whether the registry offers this row. Only the server checks it: the browser lets users pick only offered rows. */
  isOffered?: (reference: FoundReference) => boolean;
  /** The user for whom the form is validated: fields of other roles are left out. Absent: all fields are validated. */
  viewer?: Viewer;
}

export interface RuleItem {
  /** Path of the field the message belongs to, 1-based rows. */
  path: string;
  index?: number;
  label?: BilingualText;
  /** How far a sum is from what it has to be. */
  gap?: SumGap;
}

export interface RuleInput {
  values: FormValues;
  data: FormData;
  context: JudgeContext;
  /** The form, in the version that is judged. */
  definition: FormDefinition;
}

export interface Rule extends InVersions {
  code: string;
  severity: Severity;
  /** A warning while the project has foreign funds, because the organization cannot change the figures then. */
  warnsWithForeignFunds?: boolean;
  /** Scalar inputs: if one is absent or invalid the rule is skipped, because the field has an error of its own. */
  needs?: readonly string[];
  check: (input: RuleInput) => RuleItem[];
}

/** One form in one version. The data part is published; the functions validate in browser and server alike. */
export interface FormDefinition {
  code: string;
  aliases: readonly string[];
  version: number;
  phase: number;
  family: 'generic' | 'older';
  title: BilingualText;
  /** Title stage and help number (docs/forms.md, A5). */
  titleStage: number;
  help: number;
  revisionRoute: boolean;
  header?: BilingualText;
  sections: readonly Section[];
  defaults: (data: FormData) => FormValues;
  /** Sets the computed fields in the given values, which it may modify. Idempotent. */
  compute: (values: FormValues, data: FormData) => void;
  rules: readonly Rule[];
  /** Whether the user cannot change the field or row at this path (1-based rows), given these values. */
  lockedAt?: (path: string, values: FormValues, data: FormData) => boolean;
  /** The editor's proposals after a change: the typed values, with proposals where the user typed nothing else. */
  propose?: (before: FormValues, after: FormValues, data: FormData) => FormValues;
  /** Entered fields that an answer resets or clears at once, not only on saving (docs/forms.md, K3 and K9). */
  settles?: readonly string[];
  /** Fields whose widgets rewrite their text: the editor ignores them when it checks for changes. */
  quietFields?: readonly string[];
}

/** The role of the user: fields flagged admin or mei belong to these alone. */
export interface Viewer {
  admin: boolean;
  mei: boolean;
}
