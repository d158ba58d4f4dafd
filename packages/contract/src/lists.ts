import { type Static, Type } from 'typebox';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { LIST_NAME, LIST_NAME_MAX, SESSION_NUMBER_MAX } from '@pimis/domain/workflow/list-limits';
import {
  type CallSchemas,
  CLOSED,
  IdSchema,
  MAX_PAGE_SIZE,
  NullableText,
  LanguageSchema,
  ScriptSchema,
  OneLine,
} from './envelope.ts';
import { OperationStartedSchema } from './registries.ts';
import { DateText, ProjectCodeSchema } from './projects.ts';

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

export const ListTypeParamsSchema = Type.Object(
  { projectTypeList: Type.Integer({ minimum: 1, maximum: 6 }) },
  { additionalProperties: false },
);
const ListNameSchema = Type.String({ minLength: 1, maxLength: LIST_NAME_MAX });
export const ListParamsSchema = Type.Object(
  { projectTypeList: Type.Integer({ minimum: 1, maximum: 6 }), projectListName: ListNameSchema },
  { additionalProperties: false },
);
export const CreateListSchema = Type.Object(
  { name: Type.Optional(Type.String({ minLength: 1, maxLength: LIST_NAME_MAX, pattern: LIST_NAME })) },
  { additionalProperties: false },
);

/**
 * GET projects/lists/{type}: the newest, or those older than the list of this number; or the one of exactly this name.
 */
export const ListsQuerySchema = Type.Object(
  {
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    after: Type.Optional(IdSchema),
    name: Type.Optional(ListNameSchema),
  },
  CLOSED,
);
export type ListsQuery = Static<typeof ListsQuerySchema>;

/** A list of projects before the commission; approved when every project on it has a decision. */
export const ProjectListSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Integer(),
  name: Type.String(),
  createdDate: Type.String(),
  createdUser: NullableText,
  projects: Type.Integer(),
  decided: Type.Integer(),
  approved: Type.Boolean(),
  /** The day of the commission's session about the list, once known. */
  sessionDay: NullableText,
  /** The number of that session, as the commission counts its sessions. */
  sessionNumber: NullableText,
  totalValue: Type.String(),
});
export type ProjectList = Static<typeof ProjectListSchema>;

/** Beside a page of lists: whether there are older ones. */
export const ListsAdditionalSchema = Type.Object({ older: Type.Boolean() });

/** A project on a list, with its state when the list was created, and its decision. */
export const ListItemSchema = Type.Object({
  position: Type.Integer(),
  projectCode: Type.String(),
  projectName: Type.String(),
  organizationName: Type.String(),
  totalValue: Type.String(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  projectPhaseId: Type.Integer(),
  pimisCommented: Type.Boolean(),
  decision: NullableInteger,
  decisionDate: NullableText,
  decisionComment: NullableText,
  postponedDate: NullableText,
  canDecide: Type.Boolean(),
});
export type ListItem = Static<typeof ListItemSchema>;

/**
 * PUT projects/lists/{type}/{name}/decisions: one decision for several projects of a list, all or none. The fields are
 * those of a step of the workflow.
 */
export const DecisionsSchema = Type.Object(
  {
    projectCodes: Type.Array(ProjectCodeSchema, { minItems: 1, maxItems: 200, uniqueItems: true }),
    action: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: Type.Optional(Type.Union([Type.String({ maxLength: COMMENT_MAX_LENGTH }), Type.Null()])),
    date: Type.Optional(Type.Union([DateText, Type.Null()])),
    postponedDate: Type.Optional(Type.Union([DateText, Type.Null()])),
  },
  { additionalProperties: false },
);
export type Decisions = Static<typeof DecisionsSchema>;

/**
 * PUT projects/lists/{type}/{name}/session: the day of the session and its number; null while unknown. If the number is
 * omitted, it does not change. With `expected` the change is only made if nobody else has changed the session since.
 */
export const SessionDaySchema = Type.Object(
  {
    day: Type.Union([DateText, Type.Null()]),
    number: Type.Optional(Type.Union([OneLine({ maxLength: SESSION_NUMBER_MAX }), Type.Null()])),
  },
  { additionalProperties: false },
);
export const SessionChangeSchema = Type.Object(
  {
    ...SessionDaySchema.properties,
    expected: Type.Optional(Type.Object({ day: NullableText, number: NullableText }, CLOSED)),
  },
  CLOSED,
);
export type SessionChange = Static<typeof SessionChangeSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const LIST_CALLS = {
  'GET /projects/lists/:projectTypeList': {
    params: ListTypeParamsSchema,
    query: ListsQuerySchema,
    payload: Type.Array(ProjectListSchema),
    additional: ListsAdditionalSchema,
  },
  'POST /projects/lists/:projectTypeList': {
    params: ListTypeParamsSchema,
    query: Type.Object(
      {
        sort_by: Type.Optional(Type.String({ maxLength: 40 })),
        sort_desc: Type.Optional(Type.String({ maxLength: 5 })),
      },
      CLOSED,
    ),
    body: Type.Optional(Type.Union([CreateListSchema, Type.Null()])),
    payload: Type.Object({ name: Type.String() }),
  },
  'GET /projects/lists/:projectTypeList/:projectListName': {
    params: ListParamsSchema,
    payload: Type.Array(ListItemSchema),
  },
  'PUT /projects/lists/:projectTypeList/:projectListName/decisions': {
    params: ListParamsSchema,
    body: DecisionsSchema,
    payload: Type.Object({ decided: Type.Integer() }),
  },
  'PUT /projects/lists/:projectTypeList/:projectListName/session': {
    params: ListParamsSchema,
    body: SessionChangeSchema,
    payload: SessionDaySchema,
  },
  'GET /projects/lists/:projectTypeList/:projectListName/documents': {
    params: ListParamsSchema,
    query: Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED),
    payload: OperationStartedSchema,
  },
  'GET /projects/lists/approved/:projectTypeList/:projectListName': {
    params: ListParamsSchema,
    query: Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED),
    payload: OperationStartedSchema,
  },
} as const satisfies CallSchemas;
