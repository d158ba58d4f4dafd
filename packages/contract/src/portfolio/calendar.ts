import { type Static, Type } from 'typebox';
import { FISCAL_YEARS } from '@pimis/domain/portfolio/scenario/types';
import {
  CLOSED,
  type CallSchemas,
  IdSchema,
  LanguageSchema,
  NullableText,
  ScriptSchema,
  OneLine,
} from '../envelope.ts';

/** A decimal string of RSD with at most two decimals, not below 0. */
export const AmountText = Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,2})?$' });
export const YearSchema = Type.Integer({ minimum: FISCAL_YEARS.first, maximum: FISCAL_YEARS.last });
/** A source of money as named in forms; empty if a form names none. */
export const SourceSchema = Type.String({ maxLength: 100 });
const SectorSchema = Type.Union([Type.Integer({ minimum: 1, maximum: 6 }), Type.Null()]);

/** A need or a ceiling of a year and a source. */
export const YearAmountSchema = Type.Object({ year: YearSchema, source: SourceSchema, amount: AmountText }, CLOSED);

/** The needs of approved projects of a sector in a year from a source, and the number of projects. */
export const NeedRowSchema = Type.Object({
  year: Type.Integer(),
  source: Type.String(),
  sector: Type.Integer(),
  amount: Type.String(),
  projects: Type.Integer(),
});
export type NeedRow = Static<typeof NeedRowSchema>;

/** A ceiling; without a sector it applies to all sectors. `amount` null: removed. Revision 0: never entered. */
export const CeilingSchema = Type.Object({
  year: Type.Integer(),
  source: Type.String(),
  sector: Type.Union([Type.Integer(), Type.Null()]),
  amount: NullableText,
  revision: Type.Integer(),
  changedDate: NullableText,
  changedUser: NullableText,
});
export type Ceiling = Static<typeof CeilingSchema>;

/** The revision is the one that was shown: 0 if there was no ceiling. */
export const CeilingInputSchema = Type.Object(
  {
    year: YearSchema,
    source: OneLine({ maxLength: 100 }),
    sector: SectorSchema,
    amount: Type.Union([AmountText, Type.Null()]),
    revision: Type.Integer({ minimum: 0 }),
  },
  CLOSED,
);
export type CeilingInput = Static<typeof CeilingInputSchema>;

/** The fiscal calendar of the visible approved projects that match the filter. */
export const FiscalCalendarSchema = Type.Object({
  rows: Type.Array(NeedRowSchema),
  /** Σ of the appropriations that these projects have chosen, each once. */
  appropriations: Type.Array(Type.Object({ year: Type.Integer(), amount: Type.String() })),
  ceilings: Type.Array(CeilingSchema),
  projects: Type.Integer(),
  /** Approved projects that no plan or form spreads over years. */
  withoutYears: Type.Object({ projects: Type.Integer(), worth: Type.String() }),
});
export type FiscalCalendar = Static<typeof FiscalCalendarSchema>;

/** A project behind a number of the calendar. */
export const NeedProjectSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  organizationName: Type.String(),
  sector: Type.Integer(),
  amount: Type.String(),
  planned: Type.Boolean(),
});
export type NeedProject = Static<typeof NeedProjectSchema>;

const Filter = Type.Record(Type.String(), Type.String({ maxLength: 500 }));

export const FISCAL_CALENDAR_CALLS = {
  /** The filters are those of the project table. */
  'GET /portfolio/calendar': { query: Filter, payload: FiscalCalendarSchema },
  /** Besides the filters: year, source and sector of the number; the largest first, at most 200. */
  'GET /portfolio/calendar/projects': {
    query: Filter,
    payload: Type.Array(NeedProjectSchema),
    additional: Type.Object({ totalRows: Type.Integer() }),
  },
  /** The same as a workbook; `language` and `script` besides the filters. */
  'GET /portfolio/calendar/export': { query: Filter },
  'GET /portfolio/ceilings': { payload: Type.Array(CeilingSchema) },
  'PUT /portfolio/ceilings': { body: CeilingInputSchema, payload: CeilingSchema },
  'GET /portfolio/ceilings/history': {
    query: Type.Object(
      { year: YearSchema, source: Type.Optional(SourceSchema), sector: Type.Optional(IdSchema) },
      CLOSED,
    ),
    payload: Type.Array(CeilingSchema),
  },
} as const satisfies CallSchemas;

export const WrittenQuerySchema = Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED);
