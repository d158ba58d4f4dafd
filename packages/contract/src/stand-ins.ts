import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, EmptySchema, NullableText } from './envelope.ts';
import { LoginParamsSchema } from './identity.ts';

const PersonSchema = Type.Object({ login: Type.String(), name: Type.String() });

/**
 * Shown next to the name of a person: null, or the last day of the present absence (YYYY-MM-DD) and the name of the
 * stand-in.
 */
export const AwaySchema = Type.Union([Type.Null(), Type.Object({ lastDay: Type.String(), standIn: NullableText })]);
export type Away = NonNullable<Static<typeof AwaySchema>>;

/** An absence and the stand-in. Days are YYYY-MM-DD in Belgrade, both included. */
const StandInSchema = Type.Object({
  id: Type.Integer(),
  absent: PersonSchema,
  /** Null: nobody acts instead. */
  actingUser: Type.Union([Type.Null(), PersonSchema]),
  firstDay: Type.String(),
  lastDay: Type.String(),
  /** Whether the absence includes today. */
  now: Type.Boolean(),
});
export type StandIn = Static<typeof StandInSchema>;

/** Present and future absences of a user, and those in which they act for others; the earliest first. */
const StandInsSchema = Type.Object({
  absences: Type.Array(StandInSchema),
  actingFor: Type.Array(StandInSchema),
});
export type StandIns = Static<typeof StandInsSchema>;

/** A possible stand-in, with the claims that both users have; the stand-in acts within these. */
const StandInCandidateSchema = Type.Object({ ...PersonSchema.properties, claims: Type.Array(Type.String()) });
export type StandInCandidate = Static<typeof StandInCandidateSchema>;

const Day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` });
const StandInParamsSchema = Type.Object(
  { ...LoginParamsSchema.properties, standInId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
  CLOSED,
);

/**
 * POST security/users/{login}/stand-ins: `actingUser` is a login of the same body; null for an absence without a
 * stand-in.
 */
const NewStandInSchema = Type.Object(
  { firstDay: Day, lastDay: Day, actingUser: Type.Union([Type.Null(), LoginParamsSchema.properties.login]) },
  CLOSED,
);
export type NewStandIn = Static<typeof NewStandInSchema>;

/** Calls of this area: method and path, and the schemas of input and output. */
export const STAND_IN_CALLS = {
  'GET /security/users/:login/stand-ins': { params: LoginParamsSchema, payload: StandInsSchema },
  'GET /security/users/:login/stand-ins/candidates': {
    params: LoginParamsSchema,
    payload: Type.Array(StandInCandidateSchema),
    additional: Type.Object({
      /** Claims of the absent user that steps wait for. */
      claims: Type.Array(Type.String()),
    }),
  },
  'POST /security/users/:login/stand-ins': {
    params: LoginParamsSchema,
    body: NewStandInSchema,
    payload: StandInsSchema,
  },
  'DELETE /security/users/:login/stand-ins/:standInId': { params: StandInParamsSchema, payload: EmptySchema },
} as const satisfies CallSchemas;
