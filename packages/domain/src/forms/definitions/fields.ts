import type { Field, Option } from '../types.ts';
import { pair } from '../../text/bilingual-text.ts';

/** Short makers of fields, so that a definition reads like its table in docs/form-fields.md. */

type More = Partial<Field>;

const AMOUNT_SPAN = 4;
const SHORT_SPAN = 3;
const HALF_SPAN = 6;

export const text = (path: string, sr: string, en: string, maxLength: number, more: More = {}): Field => ({
  path,
  kind: 'text',
  maxLength,
  label: pair(sr, en),
  ...more,
});

export const long = (path: string, sr: string, en: string, maxLength: number, more: More = {}): Field => ({
  path,
  kind: 'markdown',
  maxLength,
  label: pair(sr, en),
  ...more,
});

export const rsd = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'rsd',
  span: AMOUNT_SPAN,
  label: pair(sr, en),
  ...more,
});

export const percent = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'percent',
  span: SHORT_SPAN,
  label: pair(sr, en),
  ...more,
});

export const date = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'date',
  span: SHORT_SPAN,
  label: pair(sr, en),
  ...more,
});

export const month = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'month',
  span: SHORT_SPAN,
  label: pair(sr, en),
  ...more,
});

export const whole = (
  path: string,
  sr: string,
  en: string,
  [min, max]: readonly [number, number],
  more: More = {},
): Field => ({ path, kind: 'int', min, max, span: SHORT_SPAN, label: pair(sr, en), ...more });

export const year = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'year',
  span: SHORT_SPAN,
  label: pair(sr, en),
  ...more,
});

export const yesNo = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'yesNo',
  span: HALF_SPAN,
  label: pair(sr, en),
  ...more,
});

export const choice = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'yesNoComment',
  required: true,
  label: pair(sr, en),
  ...more,
});

export const planDoc = (path: string, sr: string, en: string, more: More = {}): Field => ({
  path,
  kind: 'planDoc',
  required: true,
  label: pair(sr, en),
  ...more,
});

export const select = (path: string, sr: string, en: string, options: readonly Option[], more: More = {}): Field => ({
  path,
  kind: 'select',
  options,
  span: HALF_SPAN,
  label: pair(sr, en),
  ...more,
});

export const table = (path: string, sr: string, en: string, columns: readonly Field[], more: More = {}): Field => ({
  path,
  kind: 'table',
  columns,
  label: pair(sr, en),
  ...more,
});

/** A select option stored as its Serbian text. */
export const option = (sr: string, en: string): Option => ({ value: sr, label: pair(sr, en) });

const CONTACTS_MAX = 3;

/** One to three e-mail addresses or phones of one contact. */
export const addresses = (path: string, what: 'email' | 'phone', maxLength: number, more: More = {}): Field => ({
  path,
  kind: 'textList',
  format: what,
  maxLength,
  required: true,
  minRows: 1,
  maxRows: CONTACTS_MAX,
  span: HALF_SPAN,
  label: what === 'email' ? pair('Е-пошта', 'E-mail') : pair('Телефон', 'Phone'),
  ...more,
});

/** The field without one of its properties. */
export function without<Key extends keyof Field>(field: Field, key: Key): Omit<Field, Key> {
  const { [key]: _left, ...rest } = field;
  return rest;
}

export const REQUIRED = { required: true } as const;
export const COMPUTED = { computed: true } as const;
/** A computed name that identifies the row of the answers. */
export const ROW_NAME = { computed: true, keepSent: true } as const;
