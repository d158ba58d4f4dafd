import { type Static, Type } from 'typebox';
import { type CallSchemas, KeyedListQuerySchema, ListQuerySchema } from '../envelope.ts';

/** Views of the portfolio over all projects of a filter. Amounts are decimal strings in RSD. */

const Count = Type.Integer({ minimum: 0 });

/** Projects of a group: their number, value, spending by approved reports, and the number of late ones (isPlanLate). */
const sums = { projects: Count, value: Type.String(), spent: Type.String(), late: Count };
const SumsSchema = Type.Object(sums);
export type PortfolioSums = Static<typeof SumsSchema>;

const GroupSchema = Type.Object({
  /** The value by which the project table filters the group; `none`: projects without one. */
  key: Type.String(),
  ...sums,
});
export type PortfolioGroup = Static<typeof GroupSchema>;

const NamedGroupSchema = Type.Object({ name: Type.String(), ...GroupSchema.properties });
export type NamedPortfolioGroup = Static<typeof NamedGroupSchema>;

const OverviewSchema = Type.Object({
  all: SumsSchema,
  /** Groups by phase, sector and level, and by the year in which the project was opened. */
  phases: Type.Array(GroupSchema),
  sectors: Type.Array(GroupSchema),
  levels: Type.Array(GroupSchema),
  years: Type.Array(GroupSchema),
  /** Bodies with the highest value, and the number of further ones. */
  bodies: Type.Array(NamedGroupSchema),
  furtherBodies: Type.Integer({ minimum: 0 }),
});
export type PortfolioOverview = Static<typeof OverviewSchema>;

const MapSchema = Type.Object({
  all: SumsSchema,
  /** Each of the 30 districts; a project in several counts in each. `none`: projects without a district. */
  districts: Type.Array(NamedGroupSchema),
  none: SumsSchema,
  /** The number of projects that count in more than one district. */
  inSeveral: Count,
  municipalities: Type.Array(Type.Object({ ...NamedGroupSchema.properties, district: Type.String() })),
});
export type PortfolioMap = Static<typeof MapSchema>;

/** Planned and spent amounts in the order of time, without gaps. */
export const QuartersSchema = Type.Array(
  Type.Object({
    year: Type.Integer(),
    quarter: Type.Integer({ minimum: 1, maximum: 4 }),
    planned: Type.String(),
    spent: Type.String(),
  }),
);

const MoneySchema = Type.Object({
  /** Projects with amounts by quarter. */
  projects: Count,
  quarters: QuartersSchema,
});
export type PortfolioMoney = Static<typeof MoneySchema>;

/**
 * Days from the entry of a phase to its closing, among projects that passed it: half of them took at most the median.
 */
const Days = Type.Union([Type.Number(), Type.Null()]);

const CourseSchema = Type.Object({
  /**
   * Phases from the idea to the effects: the number of projects that entered and passed each, and the days that it
   * took.
   */
  phases: Type.Array(
    Type.Object({ phase: Type.Integer(), reached: Count, passed: Count, medianDays: Days, ninetiethDays: Days }),
  ),
  /** Projects by phase and the side that has to act, with the days that they have waited. */
  waits: Type.Array(Type.Object({ phase: Type.Integer(), side: Type.String(), projects: Count, medianDays: Days })),
  /** The newest lists of the commission, oldest first, with their decisions; decision 0: waits. */
  lists: Type.Array(
    Type.Object({
      type: Type.Integer(),
      name: Type.String(),
      sessionDay: Type.Union([Type.String(), Type.Null()]),
      decisions: Type.Array(Type.Object({ phase: Type.Integer(), decision: Type.Integer(), projects: Count })),
    }),
  ),
});
export type PortfolioCourse = Static<typeof CourseSchema>;

/** Parts of the workbook of overview and map: each has the data of one chart. */
export const PORTFOLIO_PARTS = [
  'phase',
  'sector',
  'level',
  'year',
  'body',
  'district',
  'municipality',
  'quarter',
  'course',
  'wait',
  'decision',
] as const;
export type PortfolioPart = (typeof PORTFOLIO_PARTS)[number];

/** Calls of this area: method and path, and the schemas of input and output. */
export const OVERVIEW_CALLS = {
  'GET /portfolio/overview': { query: ListQuerySchema, payload: OverviewSchema },
  'GET /portfolio/map': { query: ListQuerySchema, payload: MapSchema },
  'GET /portfolio/money': { query: ListQuerySchema, payload: MoneySchema },
  'GET /portfolio/course': { query: ListQuerySchema, payload: CourseSchema },
  /**
   * Groups, places and quarters as a workbook; `language`, `script` and `part` (one of PORTFOLIO_PARTS) besides the
   * filters.
   */
  'GET /portfolio/export': { query: KeyedListQuerySchema },
} as const satisfies CallSchemas;
