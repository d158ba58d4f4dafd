import { type Static, Type } from 'typebox';
import {
  type CallSchemas,
  CLOSED,
  IdSchema,
  KeyedListQuerySchema,
  ListQuerySchema,
  LongListSchema,
  NullableText,
  TextPairSchema,
  TotalRowsSchema,
  OneLine,
} from './envelope.ts';
import { ActivitySchema, LatestActivitySchema, PhaseSchema } from './project-phases.ts';
import { AwaySchema } from './stand-ins.ts';
import { ListedProjectSchema, ProjectGroupSchema, ProjectRowSchema } from './project-rows.ts';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { PROJECT_CODE_MAX, PROJECT_CODE_PATTERN } from '@pimis/domain/projects/project-code';
import { PROJECT_NAME_MAX } from '@pimis/domain/projects/project-name';
import { RESTS } from '@pimis/domain/workflow/open-steps';

export const ProjectCodeSchema = Type.String({
  minLength: 3,
  maxLength: PROJECT_CODE_MAX,
  pattern: PROJECT_CODE_PATTERN,
});
export const ProjectParamsSchema = Type.Object({ projectCode: ProjectCodeSchema }, { additionalProperties: false });
export const ProjectPhaseParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, projectPhaseId: IdSchema },
  { additionalProperties: false },
);

/** POST projects. `name` is our addition: the specification's project has one, its creation form only the code. */
export const CreateProjectSchema = Type.Object(
  {
    code: ProjectCodeSchema,
    name: Type.Optional(OneLine({ minLength: 5, maxLength: PROJECT_NAME_MAX })),
    type: Type.Integer({ minimum: 1, maximum: 3 }),
    sector: Type.Integer({ minimum: 1, maximum: 6 }),
    important: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type CreateProject = Static<typeof CreateProjectSchema>;

/** PATCH projects/{code}. `expected` names the status that the caller saw; another one answers InvalidProjectAction. */
export const ProjectStatusSchema = Type.Object(
  {
    status: Type.Integer({ minimum: 0, maximum: 2 }),
    comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_LENGTH })),
    expected: Type.Optional(Type.Object({ status: Type.Integer({ minimum: 0, maximum: 2 }) }, CLOSED)),
  },
  { additionalProperties: false },
);
export type ProjectStatusChange = Static<typeof ProjectStatusSchema>;

/** The length of 2026-11-26T12:00:00.000Z. */
const INSTANT_LENGTH = 24;

export const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/**
 * The state in which the caller saw a project: a step in another one is refused with InvalidProjectAction, and one
 * after a change since `lastChangeDate` with RecordConflict.
 */
export const ExpectedStateSchema = Type.Object(
  {
    projectPhaseId: IdSchema,
    status: Type.Integer({ minimum: 1, maximum: 34 }),
    lastChangeDate: Type.Optional(Type.String({ maxLength: INSTANT_LENGTH })),
  },
  { additionalProperties: false },
);

/** PUT projects/{code}/actions. */
export const ActionSchema = Type.Object(
  {
    action: Type.Integer({ minimum: 1, maximum: 6 }),
    comment: Type.Optional(Type.Union([Type.String({ maxLength: COMMENT_MAX_LENGTH }), Type.Null()])),
    date: Type.Optional(Type.Union([DateText, Type.Null()])),
    postponedDate: Type.Optional(Type.Union([DateText, Type.Null()])),
    expected: Type.Optional(ExpectedStateSchema),
  },
  { additionalProperties: false },
);
export type ActionRequest = Static<typeof ActionSchema>;

/** The next step on a project and its place: its form, the page of lists of that type, or the choice of a list. */
export const NextStepSchema = Type.Object({
  key: Type.String(),
  label: TextPairSchema,
  place: Type.Union([Type.Literal('form'), Type.Literal('list'), Type.Literal('choice'), Type.Literal('project')]),
  list: Type.Union([Type.Integer(), Type.Null()]),
});
export type NextStep = Static<typeof NextStepSchema>;

/** The next steps that the signed-in user may take. The client shows these and decides nothing itself. */
export const AvailableActionSchema = Type.Object({
  id: Type.String(),
  action: Type.Integer(),
  key: Type.String(),
  label: TextPairSchema,
  needs: Type.Object({ comment: Type.Boolean(), date: Type.Boolean(), postponedDate: Type.Boolean() }),
  disabled: Type.Union([Type.Null(), Type.Object({ reasonKey: Type.String(), reason: TextPairSchema })]),
  prominent: Type.Boolean(),
  followUp: Type.Object({ status: Type.Integer(), phase: Type.Union([Type.Integer(), Type.Null()]) }),
});
export type AvailableAction = Static<typeof AvailableActionSchema>;

/** A person who may act. */
const ActorPersonSchema = Type.Object({
  name: Type.String(),
  isCurrentUser: Type.Boolean(),
  away: AwaySchema,
});

/** People who can act now or next: the step, the organization and its people. */
export const ActorStepSchema = Type.Object({
  key: Type.String(),
  label: TextPairSchema,
  organizationId: NullableText,
  organizationName: NullableText,
  people: Type.Array(ActorPersonSchema),
});
export type ActorStep = Static<typeof ActorStepSchema>;

export const StepSchema = Type.Object({
  phase: Type.Integer(),
  projectPhaseId: Type.Union([Type.Integer(), Type.Null()]),
  status: Type.Union([Type.Integer(), Type.Null()]),
  startedDate: NullableText,
  state: Type.Union([Type.Literal('done'), Type.Literal('current'), Type.Literal('ahead')]),
  stage: Type.String(),
});
export type Step = Static<typeof StepSchema>;

/** The return that a form or project must answer: who, when, why, and the form's newest revision at that time. */
export const ReturnedSchema = Type.Object({
  operation: Type.String(),
  comment: NullableText,
  userName: Type.String(),
  standInFor: NullableText,
  date: Type.String(),
  formRevision: Type.Union([Type.Integer(), Type.Null()]),
  openRemarks: Type.Integer(),
});
export type Returned = Static<typeof ReturnedSchema>;

/** A form that was returned and sent again, with its remarks that are corrected and open. */
export const SentAgainSchema = Type.Object({
  id: Type.Integer(),
  segment: Type.String(),
  done: Type.Integer(),
  open: Type.Integer(),
});
export type SentAgain = Static<typeof SentAgainSchema>;

export const ProjectSchema = Type.Object({
  ...ProjectRowSchema.properties,
  description: NullableText,
  /**
   * The same as `isConclusionReportDelayed` of rows, under the name that the specification uses for a project
   * ("Project").
   */
  isConclusionReportDocumentDelayed: Type.Boolean(),
  /** Counters of the page's tabs: documents, and comments that are not removed. */
  counts: Type.Object({ documents: Type.Integer(), comments: Type.Integer() }),
  nameFormJson: Type.String(),
  proposerOrganizationId: Type.String(),
  projectMigrated: Type.Boolean(),
  meiOpinion: NullableText,
  /** Is the project to go on a list of the type (3, 4, 5), or on one without a decision yet? */
  ideaList: Type.Boolean(),
  identificationList: Type.Boolean(),
  preparednessList: Type.Boolean(),
  postponedUntil: NullableText,
  planCorrectionFormsLimit: Type.Boolean(),
  waitingSince: Type.String(),
  /** False while the step is not waited for yet, for example until the quarter of its report is over. */
  isAwaited: Type.Boolean(),
  waitingDays: Type.Integer(),
  waitingNorm: Type.Integer(),
  phases: Type.Array(StepSchema),
  availableActions: Type.Array(AvailableActionSchema),
  /** The form's proposal for the commission; it is the default of the dialog. */
  proposedDecision: Type.Union([Type.Null(), Type.Object({ action: Type.Integer(), postponedDate: NullableText })]),
  /** The next step of the signed-in user; null if it is not theirs. `form` is its place, if it is done in a form. */
  nextStep: Type.Union([
    Type.Null(),
    Type.Object({
      ...NextStepSchema.properties,
      form: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), segment: Type.String() })]),
    }),
  ]),
  /** Null when the form of the phase was not returned, or was sent again. */
  returned: Type.Union([Type.Null(), ReturnedSchema]),
  /** Null in a first round, and while the form is amended. */
  sentAgain: Type.Union([Type.Null(), SentAgainSchema]),
  /** Remarks that the user wrote on forms of the phase and has not sent. */
  draftRemarks: Type.Integer(),
  /** The id of the available action of the main button: the next step, if the table marks it as the main one. */
  mainAction: NullableText,
  /** The id of the available action that the user's task names, which is the main button or a further one. */
  taskAction: NullableText,
  /** The conditions of the project's next step with their state. */
  conditions: Type.Array(
    Type.Object({
      key: Type.String(),
      label: TextPairSchema,
      met: Type.Boolean(),
      form: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), segment: Type.String(), name: Type.String() })]),
    }),
  ),
  actors: Type.Object({ now: Type.Array(ActorStepSchema), next: Type.Array(ActorStepSchema) }),
  /** Why nobody acts on a pending project; null when somebody does. */
  rest: Type.Union([Type.Null(), Type.Enum([...RESTS])]),
  /**
   * Key of the project's last step, if the user took it: a user who repeats a step because the response was lost gets a
   * message that it is done.
   */
  ownStep: NullableText,
  rights: Type.Object({
    settings: Type.Boolean(),
    organizations: Type.Boolean(),
    appropriations: Type.Boolean(),
    documents: Type.Boolean(),
    merge: Type.Boolean(),
    lists: Type.Boolean(),
    indicators: Type.Boolean(),
    archive: Type.Boolean(),
    comment: Type.Boolean(),
  }),
});
export type Project = Static<typeof ProjectSchema>;

/**
 * PUT projects/{code}. `expected` has the name that the caller saw; if it has changed, the response is RecordConflict.
 * The body may be the whole project as returned by GET.
 */
export const UpdateProjectSchema = Type.Object(
  {
    ...Type.Partial(ProjectSchema).properties,
    code: ProjectCodeSchema,
    name: OneLine({ minLength: 5, maxLength: PROJECT_NAME_MAX }),
    expected: Type.Optional(Type.Object({ name: Type.String({ maxLength: PROJECT_NAME_MAX }) }, CLOSED)),
  },
  { additionalProperties: false },
);
export type UpdateProject = Static<typeof UpdateProjectSchema>;

const AmountSchema = Type.String();

/** Key facts of a project. Amounts are decimal strings in RSD, days YYYY-MM-DD. */
export const ProjectSummarySchema = Type.Object({
  value: AmountSchema,
  /** The form that value and sources are read from; null for the project's own data. */
  origin: Type.Union([
    Type.Null(),
    Type.Object({ title: TextPairSchema, revision: Type.Integer(), draft: Type.Boolean() }),
  ]),
  /** Of the plan in force. */
  planned: Type.Union([Type.Null(), Type.Object({ start: Type.String(), end: Type.String() })]),
  /** When reporting began, and when it ended. */
  real: Type.Object({ start: NullableText, end: NullableText }),
  sources: Type.Array(Type.Object({ source: Type.String(), amount: AmountSchema, share: NullableText })),
  /** The cost of the approved quarters. */
  realized: AmountSchema,
  /** The commission's last decision. */
  decision: Type.Union([
    Type.Null(),
    Type.Object({ label: TextPairSchema, date: NullableText, list: TextPairSchema, comment: Type.String() }),
  ]),
  lastReport: Type.Union([
    Type.Null(),
    Type.Object({ code: Type.String(), name: Type.String(), status: Type.Integer(), changedDate: NullableText }),
  ]),
});
export type ProjectSummary = Static<typeof ProjectSummarySchema>;

/** The project that a page of something else belongs to. */
export const ProjectNameSchema = Type.Object({ code: Type.String(), name: Type.String() });

/** The project as shown in the head of its subpages. */
export const ProjectHeadSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  nameFormJson: Type.String(),
  status: Type.Integer(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  projectPhaseId: Type.Integer(),
  foreignFunds: Type.Boolean(),
  organizationId: Type.String(),
  organizationName: Type.String(),
  proposerOrganizationName: Type.String(),
});
export type ProjectHead = Static<typeof ProjectHeadSchema>;
export const BesideProjectSchema = Type.Object({ project: ProjectHeadSchema });

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const PROJECT_CALLS = {
  'GET /projects/paged': {
    query: KeyedListQuerySchema,
    payload: Type.Array(ListedProjectSchema),
    additional: Type.Object({
      ...LongListSchema.properties,
      /**
       * With `groups=true`: the number and value of projects of the whole table in each stage; null if the table is too
       * long.
       */
      groups: Type.Union([Type.Null(), Type.Array(ProjectGroupSchema)]),
    }),
  },
  /** The working name if no project has it, otherwise with the first free number behind it (CODE-2). */
  'GET /project-codes/free': {
    query: Type.Object({ code: ProjectCodeSchema }, { additionalProperties: false }),
    payload: Type.Object({ code: Type.String() }),
  },
  'POST /projects': {
    body: CreateProjectSchema,
    payload: ProjectSchema,
  },
  'GET /projects/:projectCode': {
    params: ProjectParamsSchema,
    payload: ProjectSchema,
  },
  'GET /projects/:projectCode/summary': {
    params: ProjectParamsSchema,
    payload: ProjectSummarySchema,
  },
  'PUT /projects/:projectCode': {
    params: ProjectParamsSchema,
    body: UpdateProjectSchema,
    payload: ProjectSchema,
  },
  'PATCH /projects/:projectCode': {
    params: ProjectParamsSchema,
    body: ProjectStatusSchema,
    payload: ProjectSchema,
  },
  'GET /projects/:projectCode/phases': {
    params: ProjectParamsSchema,
    query: Type.Object({ noData: Type.Optional(Type.Enum(['true', 'false'])) }, CLOSED),
    payload: Type.Array(PhaseSchema),
    additional: BesideProjectSchema,
  },
  'GET /projects/:projectCode/activities': {
    params: ProjectParamsSchema,
    payload: Type.Array(LatestActivitySchema),
  },
  'GET /projects/:projectCode/phases/:projectPhaseId/activities': {
    params: ProjectPhaseParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(ActivitySchema),
    additional: TotalRowsSchema,
  },
  'PUT /projects/:projectCode/actions': {
    params: ProjectParamsSchema,
    body: ActionSchema,
    payload: ProjectSchema,
  },
} as const satisfies CallSchemas;
