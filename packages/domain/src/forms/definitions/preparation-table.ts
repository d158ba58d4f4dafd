import type { BilingualText } from '../../text/bilingual-text.ts';
import type { Field } from '../types.ts';
import { YES } from '../answers.ts';

/** The four preparation forms: ideja, identifikacija-projekta, spremnost, posebnog-znacaja. */
export type Variant = 'I' | 'P' | 'S' | 'Z';

/**
 * A field in one form: r required, o optional, c computed or injected, e from an earlier form (read-only, else
 * required), d planDoc required, - absent.
 */
type Mark = 'r' | 'o' | 'c' | 'e' | 'd' | '-';
export type Row = { no: string; marks: `${Mark}${Mark}${Mark}${Mark}` } & Omit<
  Field,
  'no' | 'required' | 'computed' | 'fromEarlier'
>;

/** The order of the marks of a field and of the severities of a rule. */
export const VARIANTS: readonly Variant[] = ['I', 'P', 'S', 'Z'];
const YEARS = { I: 'GEN', P: 'GEN', S: 'PREP', Z: 'IMP' } as const;

export function forVariant(row: Row, variant: Variant): Field[] {
  const { marks, ...rest } = row;
  const mark = marks.charAt(VARIANTS.indexOf(variant)) as Mark;
  if (mark === '-') return [];
  const field: Field = { ...rest };
  if (field.kind === 'year') field.years = YEARS[variant];
  if (field.columns) {
    field.columns = field.columns.map((column) =>
      column.kind === 'year' ? { ...column, years: YEARS[variant] } : column,
    );
  }
  switch (mark) {
    case 'r':
      return [{ ...field, required: true }];
    case 'd':
      return [{ ...field, kind: 'planDoc', required: true }];
    case 'c':
      return [{ ...field, computed: true }];
    case 'e':
      return [{ ...field, required: true, fromEarlier: true }];
    default:
      return [field];
  }
}

const limited =
  (kind: 'text' | 'markdown') =>
  (
    no: string,
    path: string,
    label: BilingualText,
    maxLength: number,
    marks: Row['marks'],
    more: Partial<Field> = {},
  ): Row => ({ no, path, label, kind, maxLength, marks, ...more });

export const text = limited('text');
export const long = limited('markdown');
export const choice = (no: string, path: string, label: BilingualText, marks: Row['marks']): Row => ({
  no,
  path,
  label,
  kind: 'yesNoComment',
  marks,
});
export const amount = (
  no: string,
  path: string,
  label: BilingualText,
  marks: Row['marks'],
  more: Partial<Field> = {},
): Row => ({
  no,
  path,
  label,
  kind: 'rsd',
  marks,
  span: 4,
  ...more,
});

/** Shown only while the project is financed from EU funds. */
export const EU_ONLY = { path: 'basic.euFunded', equals: YES } as const;
