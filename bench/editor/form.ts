import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { rowsAt, setPath } from '@pimis/domain/forms/paths';
import type { Field, FormDefinition, FormValues, Kind } from '@pimis/domain/forms/types';

/** A generated form of 3,000 fields: 1,400 scalars in 14 sections and a table of 200 rows by 8 columns. */

const SECTIONS = 14;
const FIELDS = 100;
const ROWS = 200;
const KINDS: readonly Kind[] = ['text', 'rsd', 'date', 'yesNo', 'select'];
const COLUMN_KINDS: readonly Kind[] = ['text', 'rsd', 'rsd', 'rsd', 'percent', 'select', 'text', 'rsd'];
const OPTIONS = ['prvi', 'drugi', 'treći'].map((value) => ({ value, label: { sr: value, en: value } }));

const label = (text: string) => ({ sr: text, en: text });

function field(path: string, kind: Kind): Field {
  return {
    path,
    kind,
    label: label(path),
    required: true,
    span: 6,
    ...(kind === 'select' ? { options: OPTIONS } : {}),
    ...(kind === 'text' ? { maxLength: 200 } : {}),
  };
}

function startOf(kind: Kind, index: number): unknown {
  if (kind === 'rsd' || kind === 'percent') return fromHundredths(BigInt(index % 100) * 100n);
  if (kind === 'date') return '2027-03-01';
  if (kind === 'yesNo') return 'Да';
  return kind === 'select' ? 'prvi' : `Vrednost ${index}`;
}

const columns = COLUMN_KINDS.map((kind, index) => field(`c${index}`, kind));
const scalars = Array.from({ length: SECTIONS }, (_, section) =>
  Array.from({ length: FIELDS }, (__, index) =>
    field(`s${section}.f${index}`, KINDS[(section + index) % KINDS.length] ?? 'text'),
  ),
);

export const SCALAR = 's0.f0';
export const CELL = 'rows[1].c0';

export const definition: FormDefinition = {
  code: 'merenje',
  aliases: [],
  version: 1,
  phase: 0,
  family: 'generic',
  title: label('Merenje'),
  titleStage: 0,
  help: 0,
  revisionRoute: false,
  sections: [
    ...scalars.map((fields, index) => ({ key: `s${index}`, title: label(`Odeljak ${index + 1}`), fields })),
    {
      key: 'rows',
      title: label('Tabela'),
      fields: [
        { path: 'rows', kind: 'table', label: label('Tabela'), columns, totals: { c1: 'total' } },
        { path: 'total', kind: 'rsd', label: label('Ukupno'), computed: true },
      ],
    },
  ],
  defaults: () => ({}),
  compute: (values) =>
    setPath(values, 'total', fromHundredths(sumHundredths(rowsAt(values, 'rows').map((row) => row.c1)))),
  rules: [
    {
      code: 'FluentFundingSourceSum',
      severity: 'error',
      check: ({ values }) => (rowsAt(values, 'rows').length === 0 ? [{ path: 'rows' }] : []),
    },
  ],
};

export function startValues(): FormValues {
  const values: FormValues = {};
  for (const fields of scalars)
    for (const [index, { path, kind }] of fields.entries()) setPath(values, path, startOf(kind, index));
  values.rows = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(columns.map(({ path, kind }, index) => [path, startOf(kind, row + index)])),
  );
  return values;
}

interface Schema {
  type: string;
  [key: string]: unknown;
}

function schemaOf({ kind, maxLength }: Field): Schema {
  if (kind === 'select') return { type: 'string', enum: OPTIONS.map(({ value }) => value) };
  if (kind === 'yesNo') return { type: 'string', enum: ['Да', 'Не'] };
  if (kind === 'rsd' || kind === 'percent') return { type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' };
  return { type: 'string', minLength: 1, ...(maxLength ? { maxLength } : {}) };
}

function objectOf(fields: readonly Field[], strip: string): Schema {
  const names = fields.map(({ path }) => path.replace(strip, ''));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((one, index) => [names[index], schemaOf(one)])),
    required: names,
  };
}

/** The same form as JSON Schema, for the libraries that are driven by it. */
export const schema: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(scalars.map((fields, index) => [`s${index}`, objectOf(fields, `s${index}.`)])),
    rows: { type: 'array', items: objectOf(columns, '') },
  },
};

export { columns, scalars };
