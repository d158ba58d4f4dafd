import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** A suggestion of an autocomplete. */
export const ReferenceSchema = Type.Object({ id: Type.String(), name: Type.String() });
export type Reference = Static<typeof ReferenceSchema>;

/** A currency with the middle rate of the day, РСД per 1 unit, four decimals. */
export const CurrencyRateSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  exchangeCode: Type.String(),
  exchangeRate: NullableText,
  exchangeDate: NullableText,
});
export type CurrencyRate = Static<typeof CurrencyRateSchema>;

/** A row as it is answered: its columns, and always `id` and `name`. Amounts are decimal texts, days YYYY-MM-DD. */
export interface RegistryRow {
  id: string | number;
  name: string;
  [column: string]: string | number | null;
}

/** Beside a single row: names of the rows its codes refer to, what the caller may do, and the state it was read in. */
export interface RegistryRowDetails {
  names: Record<string, string>;
  canWrite: boolean;
  /** Given back with a change; a row that somebody else has changed since is not overwritten. */
  revision: string;
}

/** A change in the history of a row. */
export interface RegistryChange {
  at: string;
  operation: 'registry.create' | 'registry.update' | 'registry.end';
  /** Who made it; only for those who may maintain the registry. */
  user: string | null;
  imported: boolean;
  before: Record<string, string | number | null> | null;
  after: Record<string, string | number | null>;
}

/** What is wrong with a row of an import; the header is row 1, a column that is absent from the file has row 1. */
export interface ImportError {
  row: number;
  column: string;
  code: string;
}

export interface ImportResult {
  dryRun: boolean;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  errorCount: number;
  /** The first errors in the order of the file. */
  errors: ImportError[];
}

/** Where the progress and the result of a long-running operation are found. */
export interface OperationStarted {
  operationLocation: string;
}

/** State of a long-running operation (specification, "Long-running operations"). */
export interface OperationState {
  id: string;
  kind: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Per cent. */
  progress: number;
  result: unknown;
  /** Name of the catalogue when it failed. */
  error: string | null;
  fileName: string | null;
}

function valueSchema(column: RegistryColumn): TSchema {
  if (column.kind === 'int') return Type.Integer();
  return Type.String({ maxLength: column.maxLength ?? 40 });
}

/** Beside a page of rows: names of the rows that their codes refer to, by column and code. */
export const RegistryNamesSchema = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type RegistryNames = Static<typeof RegistryNamesSchema>;

/** Schema of an answered row. */
export function registryRowSchema(registry: Registry): TSchema {
  const properties: TProperties = { id: Type.Union([Type.String(), Type.Integer()]), name: Type.String() };
  for (const column of registry.columns) {
    const value = column.kind === 'int' ? Type.Integer() : Type.String();
    properties[column.name] = column.required ? value : Type.Optional(Type.Union([value, Type.Null()]));
  }
  return Type.Object(properties);
}

/** Schema of a row that a call writes. A new one needs its required columns; a change gives what changes. */
export function registryInputSchema(registry: Registry, change: boolean): TSchema {
  const properties: TProperties = change ? { revision: Type.Optional(Type.String({ maxLength: 20 })) } : {};
  for (const column of registry.columns) {
    if (column.derived || (change && registry.key.includes(column.name))) continue;
    const schema = Type.Union([valueSchema(column), Type.Null()]);
    properties[column.name] = column.required && !change ? schema : Type.Optional(schema);
  }
  return Type.Object(properties, { additionalProperties: false });
}

export const RegistryChangeSchema = Type.Object({
  at: Type.String(),
  operation: Type.String(),
  user: NullableText,
  imported: Type.Boolean(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

export const ImportResultSchema = Type.Object({
  dryRun: Type.Boolean(),
  rows: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  errorCount: Type.Integer(),
  errors: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), code: Type.String() })),
});

export const OperationStateSchema = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  state: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  result: Type.Unknown(),
  error: NullableText,
  fileName: NullableText,
});
