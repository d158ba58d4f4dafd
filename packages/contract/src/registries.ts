import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { CHOSEN_ENCODINGS } from '@pimis/domain/text/encoding';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import {
  type CallSchemas,
  CLOSED,
  ListQuerySchema,
  NullableText,
  LanguageSchema,
  ScriptSchema,
  TotalRowsSchema,
} from './envelope.ts';

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

/** A row in responses: its columns, and always `id` and `name`. Amounts are decimal texts, days YYYY-MM-DD. */
export interface RegistryRow {
  id: string | number;
  name: string;
  [column: string]: string | number | null;
}

/**
 * Additional data of a single row: names of the rows to which its codes refer, the caller's rights, and its state,
 * which is sent back with a change so that changes by others are not overwritten.
 */
export const RegistryRowDetailsSchema = Type.Object({
  names: Type.Record(Type.String(), Type.String()),
  canWrite: Type.Boolean(),
  revision: Type.String(),
});
export type RegistryRowDetails = Static<typeof RegistryRowDetailsSchema>;

function valueSchema(column: RegistryColumn): TSchema {
  if (column.kind === 'int') return Type.Integer();
  return Type.String({ maxLength: column.maxLength ?? 40 });
}

/** Beside a page of rows: names of the rows that their codes refer to, by column and code. */
export const RegistryNamesSchema = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type RegistryNames = Static<typeof RegistryNamesSchema>;

const RegistryListedSchema = Type.Object({
  ...TotalRowsSchema.properties,
  totalIsAtLeast: Type.Boolean({ description: 'There are more rows than totalRows' }),
  canWrite: Type.Boolean(),
  names: RegistryNamesSchema,
});

/** Schema of an answered row. */
export function registryRowSchema(registry: Registry): TSchema {
  const properties: TProperties = { id: Type.Union([Type.String(), Type.Integer()]), name: Type.String() };
  for (const column of registry.columns) {
    const value = column.kind === 'int' ? Type.Integer() : Type.String();
    properties[column.name] = column.required ? value : Type.Optional(Type.Union([value, Type.Null()]));
  }
  return Type.Object(properties);
}

const RevisionSchema = Type.Optional(Type.String({ maxLength: 20 }));

/**
 * Schema of a row that a call writes. A new row needs all required columns; a change contains only the changed ones.
 */
export function registryInputSchema(registry: Registry, change: boolean): TSchema {
  const properties: TProperties = change ? { revision: RevisionSchema } : {};
  for (const column of registry.columns) {
    if (column.derived || (change && registry.key.includes(column.name))) continue;
    const schema = Type.Union([valueSchema(column), Type.Null()]);
    properties[column.name] = column.required && !change ? schema : Type.Optional(schema);
  }
  return Type.Object(properties, { additionalProperties: false });
}

const StoredRowSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]));

/** A change in the history of a row; only maintainers of the registry see who made it. */
export const RegistryChangeSchema = Type.Object({
  at: Type.String(),
  operation: Type.Union([
    Type.Literal('registry.create'),
    Type.Literal('registry.update'),
    Type.Literal('registry.end'),
  ]),
  user: NullableText,
  imported: Type.Boolean(),
  before: Type.Union([StoredRowSchema, Type.Null()]),
  after: StoredRowSchema,
});
export type RegistryChange = Static<typeof RegistryChangeSchema>;

/** An error of an import; the header is row 1, and so is a missing column. */
const ImportErrorSchema = Type.Object({
  row: Type.Integer(),
  column: Type.String(),
  code: Type.String(),
  /** The beginning of the wrong text. */
  value: Type.Optional(Type.String()),
  /** The row of the file that has the same key. */
  sameAs: Type.Optional(Type.Integer()),
  /** A suggestion. */
  suggestion: Type.Optional(Type.String()),
});
export type ImportError = Static<typeof ImportErrorSchema>;

/** A value that would be stored in another form with the same meaning: 86.10 → 86.1. */
const ImportRemarkSchema = Type.Object({
  row: Type.Integer(),
  column: Type.String(),
  before: Type.String(),
  after: Type.String(),
});
export type ImportRemark = Static<typeof ImportRemarkSchema>;

/** A stored value and its new value; null means empty. */
const ImportChangeSchema = Type.Object({
  row: Type.Integer(),
  column: Type.String(),
  before: NullableText,
  after: NullableText,
});
export type ImportChange = Static<typeof ImportChangeSchema>;

/**
 * The result of an import or rehearsal; `errors` are the first ones in the order of the file. Rows with errors are not
 * counted as created, updated or unchanged. Only a rehearsal has remarks and changes. An import that changes many rows
 * or empties a column must be confirmed (UnconfirmedImport).
 */
export const ImportResultSchema = Type.Object({
  dryRun: Type.Boolean(),
  /** The row of the header; rows above it are titles. */
  header: Type.Integer(),
  /** The sheet that was read, and all available ones; null and empty for a text file. */
  sheet: NullableText,
  sheets: Type.Array(Type.String()),
  /** The encoding of a text, and whether it may be another one; null for a workbook. */
  encoding: NullableText,
  doubtful: Type.Boolean(),
  /** The values of the first rows, as they were read. */
  firstRows: Type.Array(Type.Object({ row: Type.Integer(), values: Type.Record(Type.String(), NullableText) })),
  rows: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  errorCount: Type.Integer(),
  errors: Type.Array(ImportErrorSchema),
  remarkCount: Type.Integer(),
  remarks: Type.Array(ImportRemarkSchema),
  changeCount: Type.Integer(),
  changes: Type.Array(ImportChangeSchema),
  /** More than a tenth of the stored rows changes. */
  manyChanges: Type.Boolean(),
  /** Columns in which the file has no value and the registry has some. */
  emptied: Type.Array(Type.String()),
});
export type ImportResult = Static<typeof ImportResultSchema>;

/** The user whose import is being written into a registry, if it is known. */
export const RegistryImporterSchema = Type.Object({ by: NullableText });

/** Where the progress and the result of a long-running operation are found. */
export const OperationStartedSchema = Type.Object({ operationLocation: Type.String() });
export type OperationStarted = Static<typeof OperationStartedSchema>;

/** State of a long-running operation; progress in per cent, `error` a name of the catalogue when it failed. */
export const OperationStateSchema = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  /**
   * The outcome: done; `nothing` was written because rows had errors; `partly`, with missing parts listed in the file;
   * cancelled; failed. Null while it runs.
   */
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('nothing'),
    Type.Literal('partly'),
    Type.Literal('cancelled'),
    Type.Literal('failed'),
    Type.Null(),
  ]),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  result: Type.Unknown(),
  error: NullableText,
  fileName: NullableText,
});
export type OperationState = Static<typeof OperationStateSchema>;

/** An operation in the list of a user; its result has its own address. */
const OperationRowSchema = Type.Object({
  ...Type.Omit(OperationStateSchema, ['result']).properties,
  /** It has made a file that can be fetched. */
  hasFile: Type.Boolean(),
  createdDate: Type.String(),
});
export type OperationRow = Static<typeof OperationRowSchema>;

const OperationParamsSchema = Type.Object(
  { id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) },
  CLOSED,
);
const RegistryParamsSchema = Type.Object({ registry: Type.String() });
const RowId = Type.String({ minLength: 1, maxLength: 60 });
/** The server's path names the registry, so that the id alone varies. */
export const RegistryIdSchema = Type.Object({ id: RowId }, CLOSED);
const RegistryRowParamsSchema = Type.Object({ registry: Type.String(), id: RowId });
const LookupText = Type.Optional(Type.String({ maxLength: 200 }));
const RateQuerySchema = Type.Object(
  {
    search: LookupText,
    'filter[search]': LookupText,
    'filter[name]': LookupText,
    'filter[code]': LookupText,
    'filter[validAt]': LookupText,
    script: ScriptSchema,
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  CLOSED,
);
/** A row of any registry; the server narrows it to the columns of the one at hand. */
export const AnyRowSchema = Type.Unsafe<RegistryRow>(
  Type.Object({ id: Type.Union([Type.String(), Type.Integer()]), name: Type.String() }),
);
const AnyInputSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()]));

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const REGISTRY_CALLS = {
  'GET /registry/:registry': {
    params: RegistryParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(AnyRowSchema),
    additional: RegistryListedSchema,
  },
  'GET /registry/:registry/:id': {
    params: RegistryRowParamsSchema,
    payload: AnyRowSchema,
    additional: RegistryRowDetailsSchema,
  },
  'GET /registry/:registry/:id/changes': {
    params: RegistryRowParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(RegistryChangeSchema),
    additional: TotalRowsSchema,
  },
  'GET /registry/:registry/export': {
    params: RegistryParamsSchema,
    query: Type.Object(
      {
        format: Type.Optional(Type.String({ maxLength: 10 })),
        validAt: Type.Optional(Type.String({ pattern: '^all$' })),
        language: LanguageSchema,
        script: ScriptSchema,
      },
      CLOSED,
    ),
  },
  'GET /registry/:registry/template': {
    params: RegistryParamsSchema,
    query: Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED),
  },
  'POST /registry/:registry/import': {
    params: RegistryParamsSchema,
    query: Type.Object(
      {
        dryRun: Type.Optional(Type.String({ pattern: '^(true|false)$' })),
        sheet: Type.Optional(Type.String({ maxLength: 100 })),
        /** Codes get back the leading zeros that a spreadsheet took from them. */
        zeros: Type.Optional(Type.String({ pattern: '^restore$' })),
        /** The encoding of a text, chosen by hand. */
        encoding: Type.Optional(Type.Enum([...CHOSEN_ENCODINGS])),
        /** Confirms that many rows change, or that a column is emptied. */
        confirm: Type.Optional(Type.String({ pattern: '^changes$' })),
      },
      CLOSED,
    ),
    payload: Type.Union([ImportResultSchema, OperationStartedSchema]),
  },
  'POST /registry/:registry': { params: RegistryParamsSchema, body: AnyInputSchema, payload: AnyRowSchema },
  'PUT /registry/:registry/:id': { params: RegistryRowParamsSchema, body: AnyInputSchema, payload: AnyRowSchema },
  'DELETE /registry/:registry/:id': {
    params: RegistryRowParamsSchema,
    query: Type.Object(
      {
        validTo: Type.Optional(Type.String({ maxLength: 10 })),
        /** The row as the caller saw it; if it has changed, the response is RecordConflict. */
        revision: RevisionSchema,
      },
      CLOSED,
    ),
    payload: AnyRowSchema,
  },
  'GET /registry/exchange-rate': { query: RateQuerySchema, payload: Type.Array(CurrencyRateSchema) },
  'GET /operations': { payload: Type.Array(OperationRowSchema) },
  'GET /operations/events': { query: Type.Record(Type.String(), Type.String(), { maxProperties: 0 }) },
  'DELETE /operations/:id': { params: OperationParamsSchema, payload: OperationStateSchema },
  'GET /operations/:id': {
    params: OperationParamsSchema,
    payload: OperationStateSchema,
  },
  'GET /operations/:id/result': { params: OperationParamsSchema },
  'GET /operations/:id/events': {
    params: OperationParamsSchema,
  },
} as const satisfies CallSchemas;
