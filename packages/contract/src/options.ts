import { ValidationItemSchema } from './forms.ts';
import { type Static, Type } from 'typebox';
import { type CallSchemas, IdSchema, ListQuerySchema, NullableText, TotalRowsSchema } from './envelope.ts';
import { ProjectCodeSchema, ProjectNameSchema, ProjectParamsSchema } from './projects.ts';

const MAX_IDS = 500;

/** An organization that observes a project. */
export const ObserverSchema = Type.Object({
  id: Type.Integer(),
  organizationId: Type.String(),
  organizationName: Type.String(),
  createdDate: Type.String(),
});
export type Observer = Static<typeof ObserverSchema>;

/** PUT projects/{code}/organizations. `add` names organizations; `remove` rows by their number or organizations. */
export const ObserversChangeSchema = Type.Object(
  {
    add: Type.Optional(Type.Array(Type.String({ pattern: '^\\d{5}$' }), { maxItems: MAX_IDS })),
    remove: Type.Optional(
      Type.Array(Type.Union([IdSchema, Type.String({ pattern: '^\\d{5}$' })]), {
        maxItems: MAX_IDS,
      }),
    ),
  },
  { additionalProperties: false },
);
export type ObserversChange = Static<typeof ObserversChangeSchema>;

/** An appropriation that a project may use. Amounts are decimal strings in РСД. */
export const ProjectAppropriationSchema = Type.Object({
  id: Type.Integer(),
  appropriationId: Type.Integer(),
  budgetYear: Type.Integer(),
  organizationCode: Type.String(),
  chapter: NullableText,
  subchapter: NullableText,
  programCode: NullableText,
  projectCode: NullableText,
  functionCode: NullableText,
  sourceOfFundingCode: NullableText,
  economicClassificationCode: NullableText,
  amount: Type.String(),
  currentAmount: Type.String(),
  selected: Type.Boolean(),
});
export type ProjectAppropriation = Static<typeof ProjectAppropriationSchema>;

const IdsSchema = Type.Optional(Type.Array(IdSchema, { maxItems: MAX_IDS }));

/** PUT projects/{code}/appropriations; the specification writes `Add` and `Remove`, which are taken as well. */
export const AppropriationsChangeSchema = Type.Object(
  { add: IdsSchema, remove: IdsSchema, Add: IdsSchema, Remove: IdsSchema },
  { additionalProperties: false },
);
export type AppropriationsChange = Static<typeof AppropriationsChangeSchema>;

/** The result of a change of observers or appropriations; `changed` is false for an empty change. */
export const ChangeResultSchema = Type.Object({
  changed: Type.Boolean(),
  added: Type.Integer(),
  removed: Type.Integer(),
});
export type ChangeResult = Static<typeof ChangeResultSchema>;

/** A project in a merge or in sending to a list, with the field names of the specification. */
export const ProjectChoiceSchema = Type.Object(
  {
    ProjectId: IdSchema,
    ProjectCode: ProjectCodeSchema,
    OriginalProject: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ProjectChoice = Static<typeof ProjectChoiceSchema>;

/** PUT projects/merge: two projects; the one marked OriginalProject remains. */
export const MergeSchema = Type.Object(
  { projects: Type.Array(ProjectChoiceSchema, { minItems: 2, maxItems: 2 }) },
  { additionalProperties: false },
);
export type Merge = Static<typeof MergeSchema>;

/** PUT projects/important/list: important projects and the one list (3, 4 or 5) that shall take them. */
export const SendToListSchema = Type.Object(
  {
    projects: Type.Array(ProjectChoiceSchema, { minItems: 1, maxItems: 100 }),
    projectListIds: Type.Array(Type.Integer({ minimum: 3, maximum: 5 }), { minItems: 1, maxItems: 1 }),
  },
  { additionalProperties: false },
);
export type SendToList = Static<typeof SendToListSchema>;

/** An important project that waits for a list, and the list that it was sent to. */
export const ImportantListRowSchema = Type.Object({
  projectId: Type.Integer(),
  projectCode: Type.String(),
  projectName: Type.String(),
  organizationName: Type.String(),
  listType: Type.Union([Type.Integer(), Type.Null()]),
  waitingSince: Type.String(),
});
export type ImportantListRow = Static<typeof ImportantListRowSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const OPTION_CALLS = {
  'GET /projects/:projectCode/organizations': {
    params: ProjectParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(ObserverSchema),
    additional: Type.Object({ ...TotalRowsSchema.properties, project: ProjectNameSchema }),
  },
  'PUT /projects/:projectCode/organizations': {
    params: ProjectParamsSchema,
    body: ObserversChangeSchema,
    payload: ChangeResultSchema,
  },
  'GET /projects/:projectCode/appropriations': {
    params: ProjectParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(ProjectAppropriationSchema),
    additional: Type.Object({
      ...TotalRowsSchema.properties,
      project: ProjectNameSchema,
      projectAppropriationIds: Type.Array(Type.Integer()),
    }),
  },
  'PUT /projects/:projectCode/appropriations': {
    params: ProjectParamsSchema,
    body: AppropriationsChangeSchema,
    payload: ChangeResultSchema,
    additional: Type.Object({ warnings: Type.Array(ValidationItemSchema) }),
  },
  'GET /projects/important/list': {
    query: ListQuerySchema,
    payload: Type.Array(ImportantListRowSchema),
    additional: TotalRowsSchema,
  },
  'PUT /projects/important/list': {
    body: SendToListSchema,
    payload: Type.Null(),
  },
  'PUT /projects/merge': {
    body: MergeSchema,
    payload: Type.Object({ code: Type.String() }),
  },
} as const satisfies CallSchemas;
