import { type Static, Type } from 'typebox';
import { WARNING_KEYS } from '@pimis/domain/portfolio/warnings';
import { type CallSchemas, CLOSED, NullableText, ScriptSchema } from './envelope.ts';
import { QuartersSchema } from './portfolio/overview.ts';
import { WarningSchema } from './portfolio/progress.ts';
import { NextStepSchema, SentAgainSchema } from './projects.ts';

const FirstStepSchema = Type.Union([
  Type.Literal('codeTables'),
  Type.Literal('reviewers'),
  Type.Literal('organizations'),
  Type.Literal('users'),
]);
export type FirstStep = Static<typeof FirstStepSchema>;

/** GET dashboard: the organization's own data and the numbers on the tiles. */
export const DashboardSchema = Type.Object({
  organization: Type.Object({
    id: Type.String(),
    name: Type.String(),
    companyNumber: NullableText,
    taxIdNumber: NullableText,
    createdDate: NullableText,
  }),
  user: Type.Object({
    name: Type.String(),
    login: Type.String(),
    roleName: Type.String(),
    roleDescription: Type.String(),
  }),
  /** Requests to register that the user decides on, the oldest first. `days` counts whole days of waiting. */
  registrations: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), waitingSince: Type.String(), days: Type.Integer() }),
  ),
  counts: Type.Object({
    pending: Type.Integer(),
    finished: Type.Integer(),
    archived: Type.Integer(),
    lists: Type.Integer(),
    users: Type.Integer(),
    /** Projects and requests to register that wait for the user. */
    tasks: Type.Integer(),
    /** The projects among them, and the days of the longest wait. */
    waitingProjects: Type.Integer(),
    longestWait: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** For administrators, until all are done: the steps of a new installation before its first project, in order. */
  firstSteps: Type.Union([Type.Null(), Type.Array(Type.Object({ key: FirstStepSchema, done: Type.Boolean() }))]),
  /**
   * Coming deadlines that the user sees, the nearest first: the next quarter, ends of postponements, sessions of the
   * commission, and lists without a session. `days` counts from today and is negative for past ones.
   */
  deadlines: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal('quarter'),
        Type.Literal('postponed'),
        Type.Literal('session'),
        Type.Literal('list'),
      ]),
      day: NullableText,
      days: Type.Union([Type.Integer(), Type.Null()]),
      project: Type.Union([Type.Null(), Type.Object({ code: Type.String(), name: Type.String() })]),
      /** `projects`: the number of visible projects without a decision. */
      list: Type.Union([
        Type.Null(),
        Type.Object({ type: Type.Integer(), name: Type.String(), projects: Type.Integer() }),
      ]),
    }),
  ),
});

export type WaitingRegistration = Static<typeof DashboardSchema>['registrations'][number];
export type Deadline = Static<typeof DashboardSchema>['deadlines'][number];

/** GET dashboard/tasks: a project that waits for the signed-in user. `days` counts whole days of waiting. */
export const TaskSchema = Type.Object({
  projectCode: Type.String(),
  projectName: Type.String(),
  organizationName: Type.String(),
  projectPhaseId: Type.Integer(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  /** The newest form of the phase, where the work is done. */
  form: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), segment: Type.String() })]),
  waitingSince: Type.String(),
  days: Type.Integer(),
  norm: Type.Integer(),
  late: Type.Boolean(),
  /** It can already be worked on, but is due to begin on a later day: it counts as waiting from that day on. */
  coming: Type.Boolean(),
  nextStep: NextStepSchema,
  /** It was returned for an amendment; `openRemarks` is the number of remarks without an answer. */
  returned: Type.Boolean(),
  openRemarks: Type.Integer(),
  /** Null in a first round, and while the form is amended. */
  sentAgain: Type.Union([Type.Null(), SentAgainSchema]),
  /** A comment that the user has not read mentions them. */
  mentioned: Type.Boolean(),
});
export type Task = Static<typeof TaskSchema>;

/** GET dashboard/portfolio: for users who decide, about the projects in progress that they see. */
const PortfolioSummarySchema = Type.Object({
  /** The heaviest first. */
  warnings: Type.Array(WarningSchema),
  /** Of each rule: the number of projects with a warning today and 30 days ago. */
  counts: Type.Array(
    Type.Object({ key: Type.Enum([...WARNING_KEYS]), projects: Type.Integer(), before: Type.Integer() }),
  ),
  /** The lowest indexes among the projects with a warning about them, as in "0.733". */
  lowestSpi: NullableText,
  lowestCpi: NullableText,
  /** The first year, from the present one on, in which needs exceed ceilings, and by how much. */
  overshoot: Type.Union([Type.Null(), Type.Object({ year: Type.Integer(), over: Type.String() })]),
  quarters: QuartersSchema,
});
export type PortfolioSummary = Static<typeof PortfolioSummarySchema>;

/** GET configuration (anonymous). Demo accounts are listed in demo mode only. */
export const ConfigurationSchema = Type.Object({
  registrationAllowed: Type.Boolean(),
  helpRoot: Type.String(),
  /** The location of the progress of long-running operations; its `/events` is the user's own stream. */
  hubRoot: Type.String(),
  version: Type.String(),
  demo: Type.Boolean(),
  directoryLogin: Type.Boolean(),
  demoAccounts: Type.Array(Type.Object({ login: Type.String(), role: Type.String(), organization: Type.String() })),
  demoPassword: Type.String(),
  documentMaxBytes: Type.Integer(),
  documentMaxFiles: Type.Integer(),
  /** The number of days after which a rate of exchange counts as old. */
  exchangeRateDays: Type.Integer(),
  today: Type.String(),
});

/** GET search?q=: hits of the header search, best first. */
export const SearchHitSchema = Type.Object({
  kind: Type.Union([
    Type.Literal('project'),
    Type.Literal('organization'),
    Type.Literal('document'),
    Type.Literal('person'),
    Type.Literal('screen'),
    Type.Literal('action'),
    Type.Literal('help'),
  ]),
  id: Type.String(),
  title: Type.String(),
  detail: Type.String(),
  path: Type.String(),
});
export type SearchHit = Static<typeof SearchHitSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const DASHBOARD_CALLS = {
  'GET /dashboard': {
    payload: DashboardSchema,
  },
  'GET /dashboard/tasks': {
    payload: Type.Array(TaskSchema),
  },
  'GET /dashboard/portfolio': {
    payload: PortfolioSummarySchema,
  },
  'GET /search': {
    query: Type.Object({ q: Type.String({ maxLength: 200 }), script: ScriptSchema }, CLOSED),
    payload: Type.Array(SearchHitSchema),
  },
  'GET /health': {
    payload: Type.Object({ database: Type.Literal('ok') }),
  },
  'GET /configuration': {
    payload: ConfigurationSchema,
  },
} as const satisfies CallSchemas;
