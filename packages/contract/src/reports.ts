import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, NullableText, LanguageSchema, ScriptSchema, TextPairSchema } from './envelope.ts';

const MAX_PHASE = 13;
const MAX_SECTOR = 6;

const TypeParamsSchema = Type.Object({ type: Type.String({ maxLength: 60 }) }, CLOSED);

/** The filter of a report; every part is optional. */
const scope = {
  /** YYYY-MM-DD, today at the latest; the state at the end of that day. */
  atDay: Type.Optional(Type.String({ maxLength: 10 })),
  /** Owner or proposer. */
  organizationId: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
  phase: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_PHASE })),
  sector: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SECTOR })),
};

const ReportQuerySchema = Type.Object(
  {
    reportFormat: Type.Optional(Type.String({ maxLength: 10 })),
    language: LanguageSchema,
    script: ScriptSchema,
    /** Columns of a workbook by their names, with commas between them; all when it is left out. */
    columns: Type.Optional(Type.String({ maxLength: 600, pattern: '^[A-Za-z]+(,[A-Za-z]+)*$' })),
    ...scope,
  },
  CLOSED,
);
export type ReportQuery = Static<typeof ReportQuerySchema>;

/** An available board report (specification, "Report definition"). */
const ReportDefinitionSchema = Type.Object({
  type: Type.String(),
  codeName: Type.String(),
  title: TextPairSchema,
  description: TextPairSchema,
  formats: Type.Array(Type.Union([Type.Literal('pdf'), Type.Literal('xlsx')])),
  /** The user has marked it as a favourite. */
  favourite: Type.Boolean(),
  /** The user gets it by mail each month. */
  mailed: Type.Boolean(),
});
export type ReportDefinition = Static<typeof ReportDefinitionSchema>;

/** The first lines of a report: names of groups, rows of projects, sums. */
const ReportLineSchema = Type.Object({
  kind: Type.Union([Type.Literal('group'), Type.Literal('row'), Type.Literal('sum'), Type.Literal('total')]),
  /** The level of a group and its sum, 1 being the outermost. */
  level: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The column of the group; also for a row of a summary. */
  group: Type.Optional(Type.String()),
  value: Type.Optional(NullableText),
  /** Cells by column; amounts are decimal strings, days YYYY-MM-DD, codes numbers as text. */
  cells: Type.Record(Type.String(), NullableText),
});
export type ReportLine = Static<typeof ReportLineSchema>;

const ReportPreviewSchema = Type.Object({
  type: Type.String(),
  atDay: Type.String(),
  columns: Type.Array(Type.String()),
  lines: Type.Array(ReportLineSchema),
  /** Rows of the whole report. */
  totalRows: Type.Integer({ minimum: 0 }),
  /** There is more than the lines here. */
  more: Type.Boolean(),
});
export type ReportPreview = Static<typeof ReportPreviewSchema>;

const FavouriteSchema = Type.Object({ favourite: Type.Boolean() });
const MailedSchema = Type.Object({ mailed: Type.Boolean() });

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const REPORT_CALLS = {
  'GET /reporting/board-reports': { payload: Type.Array(ReportDefinitionSchema) },
  'GET /reporting/board-reports/:type': { params: TypeParamsSchema, query: ReportQuerySchema },
  'GET /reporting/board-reports/:type/preview': {
    params: TypeParamsSchema,
    query: Type.Object({ script: ScriptSchema, ...scope }, CLOSED),
    payload: ReportPreviewSchema,
  },
  'PUT /reporting/board-reports/:type/favourite': { params: TypeParamsSchema, payload: FavouriteSchema },
  'DELETE /reporting/board-reports/:type/favourite': { params: TypeParamsSchema, payload: FavouriteSchema },
  'PUT /reporting/board-reports/:type/mail': { params: TypeParamsSchema, payload: MailedSchema },
  'DELETE /reporting/board-reports/:type/mail': { params: TypeParamsSchema, payload: MailedSchema },
} as const satisfies CallSchemas;
