import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  LoginOnlySchema,
  LoginParamsSchema,
  LoginPayloadSchema,
  LoginRequestSchema,
  PasswordUpdateSchema,
  ProfileUpdateSchema,
  RefreshPayloadSchema,
  TokenPasswordSchema,
  TokenSchema,
  TokenUserSchema,
  UserSchema,
} from '@pimis/contract/identity';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { anonymousRoute, EmptySchema, userRoute } from '../../platform/http.ts';
import { linkOwner, requestLink, setPasswordByLink, verifyLocation } from './links.ts';
import { changePassword, OWN_PROFILE, readProfile, updateProfile } from './profile.ts';
import { endSession, refreshSession, type RefreshKind } from './sessions.ts';
import { type SignedIn, signIn } from './sign-in.ts';

const COOKIE = 'pimis_refresh';
const TokenQuerySchema = Type.Object({ token: Type.String({ maxLength: 500 }) }, { additionalProperties: false });

/** Sign-in, refresh and sign-out; the links of activation and reset; the user's own profile. */
export function identityRoutes(app: FastifyInstance, context: Context): void {
  const secure = context.config.publicUrl.startsWith('https:');
  const setCookie = (reply: FastifyReply, token: string) =>
    reply.setCookie(COOKIE, token, {
      path: '/api/login',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: context.config.refreshTotalHours * 3600,
    });

  const login = async (request: FastifyRequest, reply: FastifyReply, directory: boolean) => {
    // A browser keeps its refresh token where scripts cannot read it, so it is given no other.
    const kinds: RefreshKind[] = request.headers['x-pimis-client'] === 'web' ? ['cookie'] : ['cookie', 'bearer'];
    const signedIn: SignedIn = await signIn(context, request.body as never, directory, {
      address: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      kinds,
      origin: originOf(request),
    });
    if (signedIn.cookieToken) setCookie(reply, signedIn.cookieToken);
    return ok({ accessToken: signedIn.accessToken, refreshToken: signedIn.refreshToken });
  };

  const tag = 'login';
  anonymousRoute(
    app,
    {
      method: 'POST',
      url: '/login',
      tag,
      summary: 'Sign in with a standard account',
      body: LoginRequestSchema,
      payload: LoginPayloadSchema,
    },
    ({ request, reply }) => login(request, reply, false),
  );
  anonymousRoute(
    app,
    {
      method: 'POST',
      url: '/login/login-ldap',
      tag,
      summary: 'Sign in with an account of the directory service',
      body: LoginRequestSchema,
      payload: LoginPayloadSchema,
    },
    ({ request, reply }) => login(request, reply, true),
  );
  anonymousRoute(
    app,
    {
      method: 'GET',
      url: '/login/refresh',
      tag,
      summary: 'New access token for a refresh token (bearer, or the cookie of the browser)',
      payload: RefreshPayloadSchema,
    },
    async ({ request, reply }) => {
      const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const cookie = request.cookies[COOKIE];
      if (bearer) return ok(await refreshSession(context, bearer, 'bearer', originOf(request)));
      if (!cookie) throw new ApiError('InvalidRefreshToken');
      const refreshed = await refreshSession(context, cookie, 'cookie', originOf(request));
      setCookie(reply, refreshed.refreshToken);
      return ok({ accessToken: refreshed.accessToken });
    },
  );
  userRoute(
    app,
    { method: 'POST', url: '/login/logout', tag, summary: 'End the session', payload: EmptySchema },
    async ({ user, reply }) => {
      await context.db.transaction().execute((tx) => endSession(tx, user.sessionId, 'signed out', context.now()));
      reply.clearCookie(COOKIE, { path: '/api/login' });
      return ok({});
    },
  );
  anonymousRoute(
    app,
    {
      method: 'POST',
      url: '/login/location-verify',
      tag,
      summary: 'Confirm the location of a blocked sign-in',
      body: TokenSchema,
      payload: EmptySchema,
    },
    async ({ body, request }) => {
      await verifyLocation(context, body.token, originOf(request));
      return ok({});
    },
  );

  linkRoutes(app, context);
  profileRoutes(app, context);
}

function linkRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  for (const { kind, send, set, check } of [
    { kind: 'activation', send: 'activate', set: 'activate', check: 'activation-token-validate' },
    { kind: 'reset', send: 'password-reset', set: 'password-reset', check: 'reset-token-validate' },
  ] as const) {
    anonymousRoute(
      app,
      {
        method: 'PUT',
        url: `/security/users/:login/${send}`,
        tag,
        summary: `Send the ${kind} link; the answer never tells whether the login exists`,
        params: LoginParamsSchema,
        body: Type.Optional(Type.Union([LoginOnlySchema, Type.Null()])),
        payload: EmptySchema,
      },
      async ({ params, request }) => {
        await requestLink(context, params.login.trim(), kind, request.ip);
        return ok({});
      },
    );
    anonymousRoute(
      app,
      {
        method: 'POST',
        url: `/security/users/:login/${set}`,
        tag,
        summary: `Set the password through the ${kind} link`,
        params: LoginParamsSchema,
        query: TokenQuerySchema,
        body: TokenPasswordSchema,
        payload: EmptySchema,
      },
      async ({ params, query, body, request }) => {
        if (query.token !== body.activationToken) throw invalidFields({ token: 'InvalidField' });
        await setPasswordByLink(context, kind, { ...body, login: params.login }, originOf(request));
        return ok({});
      },
    );
    anonymousRoute(
      app,
      {
        method: 'POST',
        url: `/security/users/${check}`,
        tag,
        summary: `Whose ${kind} link this is`,
        body: TokenSchema,
        payload: TokenUserSchema,
      },
      async ({ body }) => ok(await linkOwner(context, body.token, kind)),
    );
  }
}

function profileRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  const url = '/security/users/:login/profile';
  const { admit } = OWN_PROFILE;
  userRoute(
    app,
    { method: 'GET', url, admit, tag, summary: 'Own profile', params: LoginParamsSchema, payload: UserSchema },
    async ({ user, params }) => ok(await readProfile(context, user, params.login)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url,
      admit,
      tag,
      summary: 'Change own name and e-mail',
      params: LoginParamsSchema,
      body: ProfileUpdateSchema,
      payload: Type.Object({ name: Type.String(), email: Type.String() }),
    },
    async ({ user, params, body, request }) =>
      ok(await updateProfile(context, user, params.login, body, originOf(request))),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/security/users/:login/password-update',
      admit,
      tag,
      summary: 'Change own password',
      params: LoginParamsSchema,
      body: PasswordUpdateSchema,
      payload: EmptySchema,
    },
    async ({ user, params, body, request }) => {
      await changePassword(context, user, params.login, body, originOf(request));
      return ok({});
    },
  );
}
