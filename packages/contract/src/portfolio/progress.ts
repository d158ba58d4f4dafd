import { type Static, Type } from 'typebox';
import { WARNING_KEYS } from '@pimis/domain/portfolio/warnings';
import { type CallSchemas, KeyedListQuerySchema, ListQuerySchema } from '../envelope.ts';
import { ProjectParamsSchema } from '../projects.ts';

/**
 * Earned value and warnings over the projects of a filter. Amounts are decimal strings in RSD, indexes as in "0.957".
 */

const Count = Type.Integer({ minimum: 0 });
const OrNone = Type.Union([Type.String(), Type.Null()]);

/** The figures of a project or the sums of several, and the figures derived from them; null if a divisor is 0. */
const figures = {
  bac: Type.String(),
  pv: Type.String(),
  ev: Type.String(),
  ac: Type.String(),
  sv: Type.String(),
  cv: Type.String(),
  spi: OrNone,
  cpi: OrNone,
  eac: OrNone,
  etc: OrNone,
  vac: OrNone,
  tcpi: OrNone,
};
export type ProgressFigures = Static<typeof FiguresSchema>;
const FiguresSchema = Type.Object(figures);

/**
 * Sums of the measured projects of a group: planned value is that of `statusDay`, EV and AC those of the newest
 * reports.
 */
const values = {
  /** Projects with an approved plan and at least one approved quarterly report. */
  projects: Count,
  /** The number of those whose newest approved report is older than the quarter of `statusDay`. */
  older: Count,
  ...figures,
};
const ValuesSchema = Type.Object(values);
export type ProgressValues = Static<typeof ValuesSchema>;

const GroupSchema = Type.Object({ key: Type.String(), ...values });
export type ProgressGroup = Static<typeof GroupSchema>;
const NamedGroupSchema = Type.Object({ name: Type.String(), ...GroupSchema.properties });
export type NamedProgressGroup = Static<typeof NamedGroupSchema>;

const WarningKeySchema = Type.Enum([...WARNING_KEYS]);

const ProgressSchema = Type.Object({
  /** The day that it shows (YYYY-MM-DD). */
  day: Type.String(),
  /** The end of the last completed quarter on that day; figures are compared with the plan up to this day. */
  statusDay: Type.String(),
  all: ValuesSchema,
  /** Projects of the filter that are not measured: without a plan, or without an approved report. */
  unmeasured: Count,
  phases: Type.Array(GroupSchema),
  sectors: Type.Array(GroupSchema),
  bodies: Type.Array(NamedGroupSchema),
  districts: Type.Array(NamedGroupSchema),
  /** The number of projects with a warning of each rule, the heaviest first. */
  warnings: Type.Array(Type.Object({ key: WarningKeySchema, projects: Count })),
});
export type PortfolioProgress = Static<typeof ProgressSchema>;

/** The warnings of one kind of a project. */
export const WarningSchema = Type.Object({
  /** The asked rule, or the heaviest of the kind. */
  key: WarningKeySchema,
  /** Further rules of the kind that warn of the project too. */
  further: Type.Array(WarningKeySchema),
  code: Type.String(),
  name: Type.String(),
  organizationName: Type.String(),
  value: Type.String(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  /** Days as YYYY-MM-DD; the quarter is that of the newest approved report. */
  plannedEnd: OrNone,
  waitingSince: OrNone,
  quarter: Type.Union([Type.Object({ year: Type.Integer(), quarter: Type.Integer() }), Type.Null()]),
  bac: OrNone,
  spi: OrNone,
  cpi: OrNone,
  eac: OrNone,
});
export type PortfolioWarning = Static<typeof WarningSchema>;

const WarningsSchema = Type.Object({
  day: Type.String(),
  warnings: Type.Array(WarningSchema),
  /** The key of the next page; null at the end. */
  next: OrNone,
});
export type PortfolioWarnings = Static<typeof WarningsSchema>;

/** A measured project, at the end of its own newest approved quarter. */
const MeasuredProjectSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  organizationName: Type.String(),
  quarter: Type.Object({ year: Type.Integer(), quarter: Type.Integer() }),
  ...figures,
});
export type MeasuredProject = Static<typeof MeasuredProjectSchema>;

const MeasuredProjectsSchema = Type.Object({
  day: Type.String(),
  projects: Type.Array(MeasuredProjectSchema),
  /** The key of the next page; null at the end. */
  next: OrNone,
});
export type MeasuredProjects = Static<typeof MeasuredProjectsSchema>;

/** A project at the end of its own newest approved quarter; null without a plan or an approved report. */
const ProjectProgressSchema = Type.Object({
  measured: Type.Union([
    Type.Object({ quarter: Type.Object({ year: Type.Integer(), quarter: Type.Integer() }), ...figures }),
    Type.Null(),
  ]),
});
export type ProjectProgress = Static<typeof ProjectProgressSchema>;

/** Calls of this area: method and path, and the schemas of input and output. */
export const PROGRESS_CALLS = {
  /** `atDay` besides the filters: a past day. */
  'GET /portfolio/progress': { query: ListQuerySchema, payload: ProgressSchema },
  /** Each measured project, the largest budget first. `atDay`; `after`: the key of a page. */
  'GET /portfolio/progress/projects': { query: ListQuerySchema, payload: MeasuredProjectsSchema },
  /** `atDay`; `rule`: one rule only; `after`: the key of a page. */
  'GET /portfolio/warnings': { query: ListQuerySchema, payload: WarningsSchema },
  /** Figures by group and warnings as a workbook; `atDay`, `language` and `script` besides the filters. */
  'GET /portfolio/progress/export': { query: KeyedListQuerySchema },
  'GET /projects/:projectCode/progress': { params: ProjectParamsSchema, payload: ProjectProgressSchema },
} as const satisfies CallSchemas;
