import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, EmptySchema, NullableText } from './envelope.ts';
import { Code, LoginParamsSchema, LoginPayloadSchema, Password } from './identity.ts';

const StepToken = Type.String({ minLength: 10, maxLength: 100 });

/**
 * The payload of SecondFactorRequired, the answer to a right password if a second step follows: `code` requires a code
 * (POST login/second-step), `setUp` first a setup (POST login/second-factor). The token is valid for some minutes at
 * the same place, and for nothing else.
 */
export const SecondStepSchema = Type.Object({
  token: Type.String(),
  step: Type.Union([Type.Literal('code'), Type.Literal('setUp')]),
});
export type SecondStepRequired = Static<typeof SecondStepSchema>;

/** A secret for an authenticator app: as text, and as the URL in its QR code. */
export const SecretSchema = Type.Object({ secret: Type.String(), address: Type.String() });
export type NewSecret = Static<typeof SecretSchema>;

const RecoveryCodesSchema = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once; each opens once' }),
});

export const SecondFactorSchema = Type.Object({
  activeSince: NullableText,
  required: Type.Boolean({ description: 'Does the role require it?' }),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});
export type SecondFactor = Static<typeof SecondFactorSchema>;

/** An active session. `lastUsed` is the time of its last renewal, which is exact to some minutes. */
export const SessionSchema = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'Browser and system, or the program; empty when unknown' }),
  address: Type.String(),
  since: Type.String({ format: 'date-time' }),
  lastUsed: Type.String({ format: 'date-time' }),
  current: Type.Boolean({ description: 'Is it the one that asks?' }),
});
export type OpenSession = Static<typeof SessionSchema>;

/** The user's own password, and a code if the second factor is in use. */
export const ProofSchema = Type.Object({ password: Password, code: Type.Optional(Code) }, CLOSED);
export type Proof = Static<typeof ProofSchema>;

/** Calls of this area: the second factor. */
export const SECURITY_CALLS = {
  'POST /login/second-factor': {
    body: Type.Object({ token: StepToken }, CLOSED),
    payload: SecretSchema,
  },
  'POST /login/second-step': {
    body: Type.Object({ token: StepToken, code: Code }, CLOSED),
    payload: Type.Object({ ...LoginPayloadSchema.properties, ...RecoveryCodesSchema.properties }),
  },
  'GET /security/users/:login/second-factor': { params: LoginParamsSchema, payload: SecondFactorSchema },
  'POST /security/users/:login/second-factor': { params: LoginParamsSchema, body: ProofSchema, payload: SecretSchema },
  'POST /security/users/:login/second-factor/confirm': {
    params: LoginParamsSchema,
    body: Type.Object({ code: Code }, CLOSED),
    payload: RecoveryCodesSchema,
  },
  'POST /security/users/:login/second-factor/recovery-codes': {
    params: LoginParamsSchema,
    body: ProofSchema,
    payload: RecoveryCodesSchema,
  },
  'POST /security/users/:login/second-factor/remove': {
    params: LoginParamsSchema,
    body: ProofSchema,
    payload: EmptySchema,
  },
  'POST /security/users/:login/second-factor/reset': { params: LoginParamsSchema, payload: EmptySchema },
  'GET /security/users/:login/sessions': { params: LoginParamsSchema, payload: Type.Array(SessionSchema) },
  /** Ends every session except the caller's. */
  'DELETE /security/users/:login/sessions': { params: LoginParamsSchema, payload: EmptySchema },
  'DELETE /security/users/:login/sessions/:sessionId': {
    params: Type.Object({ ...LoginParamsSchema.properties, sessionId: Type.String({ format: 'uuid' }) }, CLOSED),
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
