import { type Static, Type } from 'typebox';
import { NullableText } from './envelope.ts';

/** Phases of a project with their forms and activities. */

/** Key facts of an approved quarter; for users of the administration organization. */
export const SuccessKeyIndicatorSchema = Type.Object({
  Inactivity: Type.Object({ Value: Type.Integer() }),
  FundingAdequacyIndicator: Type.Object({
    Value: Type.String(),
    LimitReached: Type.Boolean(),
    AppropriationAmount: Type.String(),
  }),
  TimeToProjectImplementation: Type.Object({
    Value: Type.Union([Type.Integer(), Type.Null()]),
    LimitReached: Type.Boolean(),
  }),
});

export const FormSummarySchema = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  definitionVersion: Type.Integer(),
  segment: Type.String(),
  name: Type.String(),
  description: NullableText,
  status: Type.Integer(),
  /** Form data of the newest revision, with the indicators; null without a revision, and with `noData`. */
  data: Type.Unknown(),
  lastRevision: Type.Integer(),
  lastRevisionErrors: Type.Integer(),
  lastRevisionWarnings: Type.Array(
    Type.Object({
      Index: Type.Integer(),
      StatusCode: Type.Object({ Code: Type.String() }),
      Path: Type.Optional(Type.String()),
    }),
  ),
  lastChangedDate: NullableText,
  lastChangedUser: NullableText,
  evaluatorOrganizationId: NullableText,
  evaluatorOrganizationName: NullableText,
  value: NullableText,
  limitReached: Type.Boolean(),
  current: Type.Boolean(),
  marked: Type.Boolean(),
  mayEvaluate: Type.Boolean(),
  indicators: Type.Union([SuccessKeyIndicatorSchema, Type.Null()]),
});
export type FormSummary = Static<typeof FormSummarySchema>;

export const PhaseSchema = Type.Object({
  id: Type.Integer(),
  phase: Type.Integer(),
  status: Type.Integer(),
  startedDate: Type.String(),
  formsLimit: Type.Boolean(),
  /** The number of its activities. */
  activities: Type.Integer(),
  forms: Type.Array(FormSummarySchema),
  statuses: Type.Array(Type.Object({ status: Type.Integer(), changedDate: Type.String() })),
});
export type Phase = Static<typeof PhaseSchema>;

/** Fields of an activity in both lists. */
const ActivityFields = {
  id: Type.String(),
  operation: Type.String(),
  changedDate: Type.String(),
  changedUser: Type.String(),
  /** The absent user for whom the step was taken. */
  standInFor: NullableText,
  comment: NullableText,
  date: NullableText,
  postponedDate: NullableText,
  /** The quarterly report that was saved, sent or answered: its phase has one for each quarter. */
  report: Type.Union([Type.Object({ code: Type.String(), name: Type.String() }), Type.Null()]),
};

/** One of the newest activities of a project, whatever its phase. */
export const LatestActivitySchema = Type.Object({ ...ActivityFields, phase: Type.Integer() });
export type LatestActivity = Static<typeof LatestActivitySchema>;

export const ActivitySchema = Type.Object({
  ...ActivityFields,
  previousStatus: Type.Integer(),
  status: Type.Integer(),
  action: Type.Union([Type.Integer(), Type.Null()]),
  formId: Type.Union([Type.Integer(), Type.Null()]),
  formCode: NullableText,
  formRevision: Type.Union([Type.Integer(), Type.Null()]),
  /** Remarks sent with this return, limited to fields that the user sees. */
  remarks: Type.Array(
    Type.Object({
      formId: Type.Integer(),
      place: NullableText,
      text: Type.String(),
      answer: NullableText,
      done: Type.Boolean(),
    }),
  ),
});
export type Activity = Static<typeof ActivitySchema>;
