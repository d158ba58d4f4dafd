import { type Static, Type } from 'typebox';
import { CLIENT_ADDRESSES, CLIENT_NAME_LENGTH } from '@pimis/domain/access/clients';
import {
  type CallSchemas,
  CLOSED,
  EmptySchema,
  IdSchema,
  ListQuerySchema,
  NullableText,
  OneLine,
  TotalRowsSchema,
} from './envelope.ts';

/** A client: another system that calls the interface with claims of its own. */
export const ClientRowSchema = Type.Object({
  id: IdSchema,
  clientId: Type.String({ description: 'client_id of OAuth; the audit log names the client by it' }),
  name: Type.String(),
  organizationId: Type.String(),
  organizationName: Type.String(),
  claims: Type.Array(Type.String(), { description: 'Scopes for which it may ask' }),
  addresses: Type.Array(Type.String(), { description: 'Networks from which it may call; none: from anywhere' }),
  expiresOn: Type.String({ format: 'date', description: 'The last day on which it works, in Belgrade' }),
  lastUsedDate: NullableText,
  lastUsedFrom: NullableText,
  revokedDate: NullableText,
  /** Changes with every change of the client. */
  revision: Type.String(),
});
export type ClientRow = Static<typeof ClientRowSchema>;

const ClientSecretSchema = Type.Object({
  id: IdSchema,
  kind: Type.Union([Type.Literal('secret'), Type.Literal('key')]),
  /** `kid` of a public key. */
  keyId: NullableText,
  createdBy: Type.String(),
  createdDate: Type.String(),
  lastUsedDate: NullableText,
});
export type ClientSecret = Static<typeof ClientSecretSchema>;

export const ClientDetailsSchema = Type.Object({
  ...ClientRowSchema.properties,
  createdBy: Type.String(),
  createdDate: Type.String(),
  revokedBy: NullableText,
  secrets: Type.Array(ClientSecretSchema),
  /** The reason (a name of the catalogue) why the caller cannot change it, or null. Revoking has no such condition. */
  changeRefusal: NullableText,
});
export type ClientDetails = Static<typeof ClientDetailsSchema>;

const Day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` });
const Written = {
  name: OneLine({ minLength: 1, maxLength: CLIENT_NAME_LENGTH }),
  claims: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
  addresses: Type.Array(Type.String({ maxLength: 60 }), { maxItems: CLIENT_ADDRESSES }),
  expiresOn: Day,
};
const NewClientSchema = Type.Object(
  { ...Written, organizationId: Type.String({ minLength: 1, maxLength: 20 }) },
  CLOSED,
);
export type NewClient = Static<typeof NewClientSchema>;
const ClientUpdateSchema = Type.Object({ ...Written, revision: Type.Optional(Type.String({ maxLength: 20 })) }, CLOSED);
export type ClientUpdate = Static<typeof ClientUpdateSchema>;

/** Without a public key, the server makes a secret. */
const NewSecretSchema = Type.Object(
  { publicKey: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 20 })) },
  CLOSED,
);
export type NewSecret = Static<typeof NewSecretSchema>;
const MadeSecretSchema = Type.Object({
  id: IdSchema,
  /** Shown once; null for a public key. */
  secret: NullableText,
});
export type MadeSecret = Static<typeof MadeSecretSchema>;

const ClientParamsSchema = Type.Object({ id: IdSchema }, CLOSED);

/**
 * A request for a token (RFC 6749, 4.4 and RFC 7521, 4.2), sent as a form. Other parameters are ignored, as the
 * standard demands.
 */
const TokenRequestSchema = Type.Object({
  grant_type: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  client_assertion_type: Type.Optional(Type.String()),
  client_assertion: Type.Optional(Type.String()),
});
export type TokenRequest = Static<typeof TokenRequestSchema>;

/** RFC 6749, 5.1 and 5.2. */
export const TokenAnswerSchema = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  scope: Type.String(),
});
export const TokenRefusalSchema = Type.Object({ error: Type.String(), error_description: Type.String() });

/** Calls of this area, by method and path. The answer to a request for a token is that of the standard. */
export const CLIENT_CALLS = {
  'POST /oauth/token': { body: TokenRequestSchema },
  'GET /administration/clients': {
    query: ListQuerySchema,
    payload: Type.Array(ClientRowSchema),
    additional: TotalRowsSchema,
  },
  'POST /administration/clients': { body: NewClientSchema, payload: Type.Object({ id: IdSchema }) },
  'GET /administration/clients/:id': { params: ClientParamsSchema, payload: ClientDetailsSchema },
  'PUT /administration/clients/:id': {
    params: ClientParamsSchema,
    body: ClientUpdateSchema,
    payload: EmptySchema,
  },
  'DELETE /administration/clients/:id': { params: ClientParamsSchema, payload: EmptySchema },
  'POST /administration/clients/:id/secrets': {
    params: ClientParamsSchema,
    body: NewSecretSchema,
    payload: MadeSecretSchema,
  },
  'DELETE /administration/clients/:id/secrets/:secretId': {
    params: Type.Object({ id: IdSchema, secretId: IdSchema }, CLOSED),
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
