import { type Static, Type } from 'typebox';
import { PASSKEY_NAME_LENGTH } from '@pimis/domain/access/second-factor';
import { type CallSchemas, CLOSED, EmptySchema, IdSchema, NullableText, OneLine } from './envelope.ts';
import { LoginParamsSchema, LoginPayloadSchema } from './identity.ts';
import { ProofSchema } from './security.ts';

/** Bytes as WebAuthn writes them in JSON (base64url). */
const Bytes = Type.String({ maxLength: 16_000, pattern: '^[A-Za-z0-9_-]*$' });
const Attachment = Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')]);
/** Fields of every answer of a device; browsers add further ones, so its objects are open. */
const Credential = {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Attachment),
  clientExtensionResults: Type.Object({}),
};

/** A new key of a device (WebAuthn: RegistrationResponseJSON). */
const NewCredentialSchema = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});
export type NewCredential = Static<typeof NewCredentialSchema>;

/** A key used to sign in (WebAuthn: AuthenticationResponseJSON). */
const UsedCredentialSchema = Type.Object({
  ...Credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Bytes),
  }),
});
export type UsedCredential = Static<typeof UsedCredentialSchema>;

/** The options for the browser, as the WebAuthn standard defines them. */
const OptionsSchema = Type.Record(Type.String(), Type.Unknown());

export const PasskeySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdDate: Type.String({ format: 'date-time' }),
  lastUsedDate: NullableText,
});
export type Passkey = Static<typeof PasskeySchema>;

const Name = OneLine({ minLength: 1, maxLength: PASSKEY_NAME_LENGTH });

/** Calls of this area: passkeys. */
export const PASSKEY_CALLS = {
  'POST /login/passkey/options': { payload: OptionsSchema },
  'POST /login/passkey': {
    body: Type.Object({ credential: UsedCredentialSchema }, CLOSED),
    payload: LoginPayloadSchema,
  },
  'GET /security/users/:login/passkeys': { params: LoginParamsSchema, payload: Type.Array(PasskeySchema) },
  'POST /security/users/:login/passkeys/options': {
    params: LoginParamsSchema,
    body: ProofSchema,
    payload: OptionsSchema,
  },
  'POST /security/users/:login/passkeys': {
    params: LoginParamsSchema,
    body: Type.Object({ name: Name, credential: NewCredentialSchema }, CLOSED),
    payload: PasskeySchema,
  },
  'POST /security/users/:login/passkeys/:passkeyId/remove': {
    params: Type.Object({ ...LoginParamsSchema.properties, passkeyId: IdSchema }, CLOSED),
    body: ProofSchema,
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
