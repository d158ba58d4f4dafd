import { type Static, Type } from 'typebox';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { NOTIFICATION_KINDS, type NotificationKind } from '@pimis/domain/notifications/kinds';
import { LOGIN_MAX } from '@pimis/domain/text/login';
import { MAX_MENTIONS } from '@pimis/domain/text/mentions';
import { type CallSchemas, IdSchema, NullableText, ScriptSchema } from './envelope.ts';
import { AwaySchema } from './stand-ins.ts';
import { ProjectCodeSchema, ProjectParamsSchema } from './projects.ts';

/** Following, comments and notifications (ours: the specification names none of them). Instants are ISO 8601. */

/** GET, PUT, DELETE projects/{code}/follow */
export const FollowingSchema = Type.Object({ followed: Type.Boolean(), followers: Type.Integer() });
export type Following = Static<typeof FollowingSchema>;

export const CommentParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, commentId: IdSchema },
  { additionalProperties: false },
);

const CommentText = Type.String({ minLength: 1, maxLength: COMMENT_MAX_LENGTH });

/** POST projects/{code}/comments; `replyTo` is a comment of the same project. */
export const NewCommentSchema = Type.Object(
  { text: CommentText, replyTo: Type.Optional(IdSchema) },
  { additionalProperties: false },
);
export type NewComment = Static<typeof NewCommentSchema>;

export const CommentUpdateSchema = Type.Object({ text: CommentText }, { additionalProperties: false });

const PersonSchema = Type.Object({
  login: Type.String(),
  name: Type.String(),
  organizationName: Type.String(),
  away: AwaySchema,
});

/** A comment of a project. The text of a removed one is null. `rights` are those of the caller now. */
export const CommentSchema = Type.Object({
  id: Type.Integer(),
  text: NullableText,
  author: PersonSchema,
  createdDate: Type.String(),
  editedDate: NullableText,
  removedDate: NullableText,
  replyTo: Type.Union([
    Type.Null(),
    Type.Object({ id: Type.Integer(), authorName: Type.String(), excerpt: NullableText }),
  ]),
  rights: Type.Object({ edit: Type.Boolean(), remove: Type.Boolean() }),
});
export type Comment = Static<typeof CommentSchema>;

export const CommentsAdditionalSchema = Type.Object({
  totalRows: Type.Integer({ minimum: 0 }),
  canWrite: Type.Boolean(),
});
export type CommentsAdditional = Static<typeof CommentsAdditionalSchema>;

/**
 * GET projects/{code}/comments/mentions: logins separated by commas. Returns those who would get no notification of a
 * comment that names them.
 */
export const MentionsQuerySchema = Type.Object(
  { logins: Type.String({ minLength: 1, maxLength: MAX_MENTIONS * (LOGIN_MAX + 1) }) },
  { additionalProperties: false },
);
export const MentionsSchema = Type.Object({ unnotified: Type.Array(Type.String()) });

/**
 * GET projects/{code}/comments/people: people who see the project, by the beginning of words of a name in either
 * script, or of a login.
 */
export const PeopleQuerySchema = Type.Object(
  { q: Type.String({ minLength: 1, maxLength: 60 }), script: ScriptSchema },
  { additionalProperties: false },
);
export type Person = Static<typeof PersonSchema>;

export const PageQuerySchema = Type.Object(
  {
    page: Type.Optional(Type.String({ maxLength: 7 })),
    perPage: Type.Optional(Type.String({ maxLength: 3 })),
  },
  { additionalProperties: false },
);

/** Kinds of notifications of projects: NOTIFICATION_KINDS of the domain. */
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
const NotificationKindSchema = Type.Enum(KINDS);

/** Of every notification. `userName` is empty if no person acted. */
const NotificationProperties = {
  id: Type.String(),
  userName: Type.String(),
  createdDate: Type.String(),
  readDate: NullableText,
};

/** An absence was entered, or ended before its last day. Days are YYYY-MM-DD; `standIn` is null if nobody stands in. */
export const AbsenceNotificationSchema = Type.Object({
  ...NotificationProperties,
  kind: Type.Union([Type.Literal('absence'), Type.Literal('absenceEnd')]),
  absence: Type.Object({
    absent: Type.String(),
    standIn: NullableText,
    firstDay: Type.String(),
    lastDay: Type.String(),
  }),
});
export type AbsenceNotification = Static<typeof AbsenceNotificationSchema>;

/**
 * Of a project. `operation` is the key of the step (activities), `step` what is to be done now when it is the caller's
 * turn; `phase` and `phaseStatus` are where the project stood after the step; `comment` is the beginning of what was
 * written.
 */
export const ProjectNotificationSchema = Type.Object({
  ...NotificationProperties,
  kind: NotificationKindSchema,
  projectCode: Type.String(),
  projectName: Type.String(),
  projectStatus: Type.Integer(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  operation: NullableText,
  /** A decision: its phase, and the status in which it left that phase. */
  decided: Type.Union([Type.Null(), Type.Object({ phase: Type.Integer(), status: Type.Integer() })]),
  step: Type.Union([Type.Null(), Type.Object({ sr: Type.String(), en: Type.String() })]),
  /** The absent user whose notification the stand-in gets. */
  standInFor: NullableText,
  comment: NullableText,
  /** The day to which the commission postpones. */
  postponedDate: NullableText,
  commentId: Type.Union([Type.Integer(), Type.Null()]),
  documentId: Type.Union([Type.Integer(), Type.Null()]),
});
export type ProjectNotification = Static<typeof ProjectNotificationSchema>;

export const NotificationSchema = Type.Union([ProjectNotificationSchema, AbsenceNotificationSchema]);
export type Notification = Static<typeof NotificationSchema>;

export const NotificationsAdditionalSchema = Type.Object({
  totalRows: Type.Integer({ minimum: 0 }),
  unread: Type.Integer({ minimum: 0 }),
});
export type NotificationsAdditional = Static<typeof NotificationsAdditionalSchema>;

export const NotificationParamsSchema = Type.Object(
  { notificationId: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) },
  { additionalProperties: false },
);

export const NotificationsQuerySchema = Type.Object(
  {
    ...PageQuerySchema.properties,
    unread: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
  },
  { additionalProperties: false },
);

export const UnreadSchema = Type.Object({ unread: Type.Integer({ minimum: 0 }) });
export type Unread = Static<typeof UnreadSchema>;

/** At once, in the digest of the working day, not at all. */
const DeliverySchema = Type.Union([Type.Literal('now'), Type.Literal('digest'), Type.Literal('none')]);
export type Delivery = Static<typeof DeliverySchema>;

/** GET, PUT notifications/settings: how each kind goes by mail. */
export const NotificationSettingsSchema = Type.Object(
  { turn: DeliverySchema, moved: DeliverySchema, comments: DeliverySchema },
  { additionalProperties: false },
);
export type NotificationSettings = Static<typeof NotificationSettingsSchema>;

const FOLLOW = { params: ProjectParamsSchema, payload: FollowingSchema } as const;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const DAILY_CALLS = {
  'GET /projects/:projectCode/follow': FOLLOW,
  'PUT /projects/:projectCode/follow': FOLLOW,
  'DELETE /projects/:projectCode/follow': FOLLOW,
  'GET /projects/:projectCode/comments': {
    params: ProjectParamsSchema,
    query: PageQuerySchema,
    payload: Type.Array(CommentSchema),
    additional: CommentsAdditionalSchema,
  },
  'GET /projects/:projectCode/comments/mentions': {
    params: ProjectParamsSchema,
    query: MentionsQuerySchema,
    payload: MentionsSchema,
  },
  'GET /projects/:projectCode/comments/people': {
    params: ProjectParamsSchema,
    query: PeopleQuerySchema,
    payload: Type.Array(PersonSchema),
  },
  'POST /projects/:projectCode/comments': {
    params: ProjectParamsSchema,
    body: NewCommentSchema,
    payload: CommentSchema,
  },
  'PUT /projects/:projectCode/comments/:commentId': {
    params: CommentParamsSchema,
    body: CommentUpdateSchema,
    payload: CommentSchema,
  },
  'DELETE /projects/:projectCode/comments/:commentId': {
    params: CommentParamsSchema,
    payload: CommentSchema,
  },
  'GET /notifications': {
    query: NotificationsQuerySchema,
    payload: Type.Array(NotificationSchema),
    additional: NotificationsAdditionalSchema,
  },
  'GET /notifications/count': {
    payload: UnreadSchema,
  },
  'PUT /notifications/:notificationId/read': {
    params: NotificationParamsSchema,
    payload: UnreadSchema,
  },
  'PUT /notifications/read-all': {
    payload: UnreadSchema,
  },
  'GET /notifications/settings': {
    payload: NotificationSettingsSchema,
  },
  'PUT /notifications/settings': {
    body: NotificationSettingsSchema,
    payload: NotificationSettingsSchema,
  },
} as const satisfies CallSchemas;
