import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, EmptySchema, NullableText } from './envelope.ts';
import { LoginParamsSchema, TokenSchema } from './identity.ts';
import { ProofSchema } from './security.ts';

const Provider = Type.String({ minLength: 1, maxLength: 30 });
const ParamsSchema = Type.Object({ provider: Provider }, CLOSED);
const OwnParamsSchema = Type.Object({ ...LoginParamsSchema.properties, provider: Provider }, CLOSED);
/** Providers add parameters of their own; codes and tokens of some are long. */
const Parameters = Type.Record(Type.String(), Type.String({ maxLength: 4_000 }));

/** The browser goes on at this address. */
const AddressSchema = Type.Object({ address: Type.String() });

/** A provider of OpenID Connect on the page of the sign-in. */
export const SignInProviderSchema = Type.Object({ id: Type.String(), label: Type.String() });
export type SignInProvider = Static<typeof SignInProviderSchema>;

/** A provider and the account that the user has linked there. */
export const ProviderLinkSchema = Type.Object({
  ...SignInProviderSchema.properties,
  linkedDate: NullableText,
});
export type ProviderLink = Static<typeof ProviderLinkSchema>;

/**
 * Calls of this area: sign-in by OpenID Connect. Start, callback and front-channel logout are opened by the browser
 * itself; the answers to logouts are those of the standards.
 */
export const PROVIDER_CALLS = {
  'GET /login/oidc': { payload: Type.Array(SignInProviderSchema) },
  'GET /login/oidc/:provider/start': {
    params: ParamsSchema,
    query: Type.Object({ redirect: Type.Optional(Type.String({ maxLength: 2_000 })) }, CLOSED),
  },
  'GET /login/oidc/:provider/callback': { params: ParamsSchema, query: Parameters },
  /** Activates an invited account by the link of the mail, without a password. */
  'POST /login/oidc/:provider/activate': { params: ParamsSchema, body: TokenSchema, payload: AddressSchema },
  'POST /login/oidc/:provider/backchannel-logout': {
    params: ParamsSchema,
    body: Type.Object({ logout_token: Type.Optional(Type.String()) }),
  },
  'GET /login/oidc/:provider/frontchannel-logout': { params: ParamsSchema, query: Parameters },
  'GET /security/users/:login/providers': { params: LoginParamsSchema, payload: Type.Array(ProviderLinkSchema) },
  'POST /security/users/:login/providers/:provider/link': {
    params: OwnParamsSchema,
    body: ProofSchema,
    payload: AddressSchema,
  },
  'POST /security/users/:login/providers/:provider/remove': {
    params: OwnParamsSchema,
    body: ProofSchema,
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
