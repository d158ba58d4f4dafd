import { type Static, Type } from 'typebox';
import { EMAIL_PATTERN } from '@pimis/domain/text/email';
import { type CallSchemas, CLOSED, EmptySchema, NullableText, OneLine } from './envelope.ts';

const Login = Type.String({ minLength: 1, maxLength: 32 });
export const Password = Type.String({ minLength: 1, maxLength: 256 });
/** A code of the app, or a recovery code; with or without spaces and dashes. */
export const Code = Type.String({ minLength: 1, maxLength: 40 });

/** POST login · POST login/login-ldap */
export const LoginRequestSchema = Type.Object({ login: Login, password: Password }, { additionalProperties: false });
export type LoginRequest = Static<typeof LoginRequestSchema>;

/**
 * `refreshToken` is for API clients (bearer form). The web client sends the header `x-pimis-client: web`, gets an
 * empty string here and keeps its refresh token in an HttpOnly cookie alone.
 */
export const LoginPayloadSchema = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() });
export type LoginPayload = Static<typeof LoginPayloadSchema>;

export const RefreshPayloadSchema = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.Optional(Type.String()),
});
export type RefreshPayload = Static<typeof RefreshPayloadSchema>;

/** Fields of the access token (JWT) that the client reads. `user_name` is the login. */
export interface AccessTokenClaims {
  user_id: number;
  user_name: string;
  user_full_name: string;
  user_organization_id: string;
  security_claims: string[];
  exp: number;
}

export const UserStatusSchema = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)]);

/** User as read by lists and details (specification, "Entities: User"). Dates are ISO 8601. */
export const UserSchema = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  loginAd: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  email: Type.String(),
  phoneNumber: Type.Union([Type.String(), Type.Null()]),
  organizationId: Type.String(),
  organizationName: Type.String(),
  roleId: Type.Integer(),
  roleName: Type.String(),
  roleDescription: Type.String(),
  status: UserStatusSchema,
  lastLoginDate: Type.Union([Type.String(), Type.Null()]),
  createdDate: Type.String(),
});
export type User = Static<typeof UserSchema>;

export const LoginParamsSchema = Type.Object({ login: Login }, { additionalProperties: false });

/** Own data. A requested new address becomes valid when its link confirms it. */
export const ProfileSchema = Type.Object({
  ...UserSchema.properties,
  pendingEmail: Type.Union([Type.String(), Type.Null()]),
});
export type Profile = Static<typeof ProfileSchema>;

/** A new e-mail address requires the password, and a code if the second factor is in use. */
export const ProfileUpdateSchema = Type.Object(
  {
    name: OneLine({ minLength: 1, maxLength: 200 }),
    email: Type.String({ pattern: EMAIL_PATTERN }),
    login: Login,
    id: Type.Integer(),
    password: Type.Optional(Password),
    code: Type.Optional(Code),
  },
  { additionalProperties: false },
);

export const PasswordUpdateSchema = Type.Object(
  { login: Login, password: Password, newPassword: Password },
  { additionalProperties: false },
);

export const LoginOnlySchema = Type.Object({ login: Type.Optional(Login) }, { additionalProperties: false });
export const TokenSchema = Type.Object(
  { token: Type.String({ minLength: 10, maxLength: 500 }) },
  { additionalProperties: false },
);
export const TokenUserSchema = Type.Object({ login: Type.String(), name: Type.String() });

/** The account of a change of e-mail, and the new address. */
export const EmailLinkSchema = Type.Object({ login: Type.String(), email: Type.String() });

/** A blocked sign-in: account, place, device and time of the attempt; unknown values are null. */
export const LocationLinkSchema = Type.Object({
  login: Type.String(),
  address: NullableText,
  device: NullableText,
  at: Type.String(),
});
export type LocationLink = Static<typeof LocationLinkSchema>;

/** Activation and reset: `password` and `newPassword` (the repetition) must be equal. */
export const TokenPasswordSchema = Type.Object(
  { login: Login, password: Password, newPassword: Password, activationToken: Type.String({ maxLength: 500 }) },
  { additionalProperties: false },
);
export type TokenPassword = Static<typeof TokenPasswordSchema>;

const TokenQuerySchema = Type.Object({ token: Type.String({ maxLength: 500 }) }, CLOSED);

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const IDENTITY_CALLS = {
  'POST /login': {
    body: LoginRequestSchema,
    payload: LoginPayloadSchema,
  },
  'POST /login/login-ldap': {
    body: LoginRequestSchema,
    payload: LoginPayloadSchema,
  },
  'GET /login/refresh': {
    payload: RefreshPayloadSchema,
  },
  'POST /login/logout': {
    payload: EmptySchema,
  },
  /** Which sign-in waits for the link's confirmation. */
  'POST /login/location-verify/validate': { body: TokenSchema, payload: LocationLinkSchema },
  'POST /login/location-verify': {
    body: TokenSchema,
    payload: EmptySchema,
  },
  /** Reports that it was somebody else: all links for blocked sign-ins of the account become invalid. */
  'POST /login/location-verify/refuse': { body: TokenSchema, payload: EmptySchema },
  'PUT /security/users/:login/activate': {
    params: LoginParamsSchema,
    body: Type.Optional(Type.Union([LoginOnlySchema, Type.Null()])),
    payload: EmptySchema,
  },
  'PUT /security/users/:login/password-reset': {
    params: LoginParamsSchema,
    body: Type.Optional(Type.Union([LoginOnlySchema, Type.Null()])),
    payload: EmptySchema,
  },
  'POST /security/users/:login/activate': {
    params: LoginParamsSchema,
    query: TokenQuerySchema,
    body: TokenPasswordSchema,
    payload: EmptySchema,
  },
  'POST /security/users/:login/password-reset': {
    params: LoginParamsSchema,
    query: TokenQuerySchema,
    body: TokenPasswordSchema,
    payload: EmptySchema,
  },
  'POST /security/users/activation-token-validate': {
    body: TokenSchema,
    payload: TokenUserSchema,
  },
  'POST /security/users/reset-token-validate': {
    body: TokenSchema,
    payload: TokenUserSchema,
  },
  /** Data of the link sent to the new address. */
  'POST /security/users/email-change/validate': { body: TokenSchema, payload: EmailLinkSchema },
  /** Confirms by the link sent to the new address. */
  'POST /security/users/email-change': { body: TokenSchema, payload: EmptySchema },
  /** Data of the link sent to the old address; the new address is masked. */
  'POST /security/users/email-change/stop/validate': { body: TokenSchema, payload: EmailLinkSchema },
  /** Stops the change by the link sent to the old address. */
  'POST /security/users/email-change/stop': { body: TokenSchema, payload: EmptySchema },
  'GET /security/users/:login/profile': {
    params: LoginParamsSchema,
    payload: ProfileSchema,
  },
  'PUT /security/users/:login/profile': {
    params: LoginParamsSchema,
    body: ProfileUpdateSchema,
    payload: Type.Object({
      name: Type.String(),
      email: Type.String(),
      pendingEmail: ProfileSchema.properties.pendingEmail,
    }),
  },
  'PUT /security/users/:login/password-update': {
    params: LoginParamsSchema,
    body: PasswordUpdateSchema,
    payload: EmptySchema,
  },
} as const satisfies CallSchemas;
