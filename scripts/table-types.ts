/** Writes Kysely's types of the tables from the catalogue of the migrated database. */

/** A column in PostgreSQL's catalogue. */
export interface CatalogueColumn {
  /** The table's name, after its schema unless that is `public`. */
  relation: string;
  column: string;
  /** The table of a view, or the table itself. */
  source: string;
  /** The type's name, with [] for arrays: int4, text, jsonb, text[]. */
  type: string;
  nullable: boolean;
  /** Only the database sets it: identity or generated column. */
  always: boolean;
  hasDefault: boolean;
  /** Views are read, never written. */
  view: boolean;
  /** The values that a check allows; null if there is none. */
  words: readonly string[] | null;
}

/** The contents of JSON columns; others are `unknown`. */
export const JSON_COLUMNS: Readonly<Record<string, string>> = {
  'project_forms.fixed': 'Record<string, unknown>',
  'project_forms.mark': 'Record<string, unknown>',
  'form_revisions.input': 'Record<string, unknown>',
  'form_revisions.data': 'Record<string, unknown>',
  'form_revisions.validation': 'StoredValidationResult',
  'project_list_items.snapshot': 'Record<string, unknown>',
  'project_plans.plan': 'Record<string, unknown>',
  'public_forms.facts': 'Record<string, unknown>',
  'project_indicators.rows': 'RecordedRows',
  'table_views.search': 'Record<string, string | number | boolean>',
  'scenarios.ceilings': 'YearAmount[]',
  'scenarios.committed': 'YearAmount[]',
  'scenario_candidates.data': 'CandidateData',
};

const SCALARS: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'string',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  tsvector: 'string',
  citext: 'string',
  varchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
};
/** Types that differ between reading and writing. */
const WRITTEN: Readonly<Record<string, string>> = {
  int8: 'number | string',
  timestamptz: 'Date | string',
  json: 'string',
  jsonb: 'string',
};

function selected({ relation, source, column, type, words }: CatalogueColumn): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  const scalar = SCALARS[element];
  if (scalar === undefined) throw new Error(`${relation}.${column}: no type for ${type}`);
  if (scalar === 'unknown') return JSON_COLUMNS[`${source}.${column}`] ?? scalar;
  if (words !== null) return words.map((word) => `'${word}'`).join(' | ');
  return element === type ? scalar : `${scalar}[]`;
}

const orNull = (type: string, nullable: boolean) => (nullable && type !== 'unknown' ? `${type} | null` : type);

function typeOf(column: CatalogueColumn): string {
  const read = orNull(selected(column), column.nullable);
  if (column.view) return `Read<${read}>`;
  if (column.always) return `GeneratedAlways<${read}>`;
  const written = WRITTEN[column.type];
  const optional = column.hasDefault || column.nullable;
  if (written === undefined) return column.hasDefault ? `Generated<${read}>` : read;
  const change = orNull(written, column.nullable);
  return `ColumnType<${read}, ${change}${optional ? ' | undefined' : ''}, ${change}>`;
}

/** The file of types; columns in the order of the catalogue. */
export function writeTypes(columns: readonly CatalogueColumn[]): string {
  const relations = Map.groupBy(columns, ({ relation }) => relation);
  const names = [...relations.keys()].toSorted();
  const bodies = names.map((name) => {
    const lines = (relations.get(name) ?? []).map((column) => `    ${column.column}: ${typeOf(column)};`);
    return `  ${name.includes('.') ? `'${name}'` : name}: {\n${lines.join('\n')}\n  };`;
  });
  return `// Written by \`npm run tables\` from the migrated database; \`npm run check\` compares the two.
import type { RecordedRows } from '@pimis/domain/indicators/record';
import type { CandidateData, YearAmount } from '@pimis/domain/portfolio/scenario/types';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { StoredValidationResult } from './stored-validation-result.ts';

/** A column of a view. */
type Read<T> = ColumnType<T, never, never>;

/** Amounts are decimal strings, days YYYY-MM-DD; JSON is written as text. */
export interface Tables {
${bodies.join('\n')}
}
`;
}
