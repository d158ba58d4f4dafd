import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { anonymousRoute, openRoute, userRoute } from '../../platform/http/http.ts';
import { requireSameOrigin } from '../../platform/access/csrf-origin-check.ts';
import { calendarRoutes } from './users/calendar-routes.ts';
import { clientRoutes } from './clients/client-routes.ts';
import { tokenRoute } from './clients/token-route.ts';
import { confirmableEmail, confirmEmail, stopEmailChange, stoppableEmail } from './users/email-change.ts';
import { LINKS_LIMIT } from './sign-in/link-mails.ts';
import { linkOwner, requestLink, setPasswordByLink } from './sign-in/links.ts';
import { blockedSignIn, confirmLocation, refuseLocation } from './sign-in/location-links.ts';
import { changePassword, OWN_PROFILE, readProfile, updateProfile } from './users/profile.ts';
import { refreshSession } from './sign-in/refresh.ts';
import {
  agentOf,
  browserOf,
  COOKIE_PATH,
  giveSession,
  REFRESH_COOKIE,
  setRefreshCookie,
} from './sign-in/session-cookies.ts';
import { type RefreshKind, signOut } from './sign-in/sessions.ts';
import { type SignedIn, type SignInFrom, setUpAtSignIn, signIn, takeSecondStep } from './sign-in/sign-in.ts';
import { providerRoutes } from './oidc/routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { partyOf, PASSKEY_LIMIT, passkeyRoutes } from './second-factor/passkey-routes.ts';
import { signInByPasskey } from './second-factor/passkeys.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { roleRoutes } from './roles/role-routes.ts';
import { standInRoutes } from './stand-ins/stand-in-routes.ts';
import { lockRoutes } from './users/user-lock.ts';
import { userRoutes } from './users/user-routes.ts';
import { sendActivation } from './users/user-status.ts';

/** Second steps: an office signs in at eight, and each takes at most two. */
const SECOND_LIMIT = { name: 'second step', perMinute: 300, inMemory: true };

/** Sign-in, refresh and sign-out; the links of activation and reset; the user's own profile. */
export function identityRoutes(app: FastifyInstance, context: Context): void {
  const signInFrom = (request: FastifyRequest): SignInFrom => {
    requireSameOrigin(request, context.config.publicUrl);
    // A browser gets the refresh token only as a cookie that scripts cannot read.
    const web = request.headers['x-pimis-client'] === 'web';
    const kinds: RefreshKind[] = web ? ['cookie'] : ['cookie', 'bearer'];
    const browser = { token: browserOf(request), remember: web };
    return { address: request.ip, agent: agentOf(request), kinds, origin: originOf(request), browser };
  };
  const given = (reply: FastifyReply, signedIn: SignedIn) => giveSession(context, reply, signedIn);

  const tag = 'login';
  const limit = { unlimited: 'the attempts of each account and network are bounded (login-attempt-limit.ts)' };
  anonymousRoute(
    app,
    'POST /login',
    { tag, limit, summary: 'Sign in with a standard account' },
    async ({ request, body, reply }) => ok(given(reply, await signIn(context, body, false, signInFrom(request)))),
  );
  anonymousRoute(
    app,
    'POST /login/login-ldap',
    { tag, limit, summary: 'Sign in with an account of the directory service' },
    async ({ request, body, reply }) => ok(given(reply, await signIn(context, body, true, signInFrom(request)))),
  );
  anonymousRoute(
    app,
    'POST /login/passkey',
    { tag, limit: PASSKEY_LIMIT, summary: 'Sign in with a passkey' },
    async ({ body, request, reply }) => {
      const party = partyOf(request, context.config.publicUrl);
      return ok(given(reply, await signInByPasskey(context, body.credential, party, signInFrom(request))));
    },
  );
  anonymousRoute(
    app,
    'POST /login/second-factor',
    {
      tag,
      limit: SECOND_LIMIT,
      summary: 'The secret for the app, where the role requires a second factor and there is none yet',
    },
    async ({ body, request }) =>
      ok(await setUpAtSignIn(context, body.token, { address: request.ip, origin: originOf(request) })),
  );
  anonymousRoute(
    app,
    'POST /login/second-step',
    { tag, limit: SECOND_LIMIT, summary: 'Go on with a sign-in that was answered by SecondFactorRequired' },
    async ({ body, request, reply }) => {
      const { recoveryCodes, ...signedIn } = await takeSecondStep(context, body, signInFrom(request));
      return ok({ ...given(reply, signedIn), recoveryCodes });
    },
  );
  anonymousRoute(
    app,
    'GET /login/refresh',
    {
      tag,
      limit: { name: 'refresh', perMinute: 600 },
      summary: 'New access token for a refresh token (bearer, or the cookie of the browser)',
    },
    async ({ request, reply }) => {
      const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const cookie = request.cookies[REFRESH_COOKIE];
      if (bearer) return ok(await refreshSession(context, bearer, 'bearer', agentOf(request), originOf(request)));
      requireSameOrigin(request, context.config.publicUrl);
      if (!cookie) throw new ApiError('InvalidRefreshToken');
      const refreshed = await refreshSession(context, cookie, 'cookie', agentOf(request), originOf(request));
      setRefreshCookie(context, reply, refreshed.refreshToken);
      return ok({ accessToken: refreshed.accessToken });
    },
  );
  userRoute(app, 'POST /login/logout', { tag, summary: 'End the session' }, async ({ user, request, reply }) => {
    await signOut(context, user, originOf(request));
    reply.clearCookie(REFRESH_COOKIE, { path: COOKIE_PATH });
    return ok({});
  });

  locationRoutes(app, context);
  linkRoutes(app, context);
  profileRoutes(app, context);
  secondFactorRoutes(app, context);
  sessionRoutes(app, context);
  passkeyRoutes(app, context);
  providerRoutes(app, context);
  calendarRoutes(app, context);
  userRoutes(app, context);
  lockRoutes(app, context);
  clientRoutes(app, context);
  tokenRoute(app, context);
  standInRoutes(app, context);
  roleRoutes(app, context);
}

/** The mailed link of a sign-in that was blocked because of its place. */
function locationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'login';
  anonymousRoute(
    app,
    'POST /login/location-verify',
    { tag, limit: LINKS_LIMIT, summary: 'Confirm the location of a blocked sign-in' },
    async ({ body, request }) => {
      await confirmLocation(context, body.token, originOf(request));
      return ok({});
    },
  );
  anonymousRoute(
    app,
    'POST /login/location-verify/validate',
    { tag, limit: LINKS_LIMIT, summary: 'Which blocked sign-in a link confirms' },
    async ({ body }) => ok(await blockedSignIn(context, body.token)),
  );
  anonymousRoute(
    app,
    'POST /login/location-verify/refuse',
    { tag, limit: LINKS_LIMIT, summary: 'Say that a blocked sign-in was somebody else’s; its link ends' },
    async ({ body, request }) => {
      await refuseLocation(context, body.token, originOf(request));
      return ok({});
    },
  );
}

function linkRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  const limit = LINKS_LIMIT;
  for (const { kind, send, set, check } of [
    { kind: 'activation', send: 'activate', set: 'activate', check: 'activation-token-validate' },
    { kind: 'reset', send: 'password-reset', set: 'password-reset', check: 'reset-token-validate' },
  ] as const) {
    openRoute(
      app,
      `PUT /security/users/:login/${send}`,
      { tag, limit, summary: `Send the ${kind} link; the answer never reveals whether the login exists` },
      async ({ params, request, user }) => {
        const login = params.login.trim();
        // The manager of the user receives the result.
        const sent = kind === 'activation' && user && (await sendActivation(context, user, login, originOf(request)));
        if (!sent) await requestLink(context, login, kind, request.ip);
        return ok({});
      },
    );
    anonymousRoute(
      app,
      `POST /security/users/:login/${set}`,
      { tag, limit, summary: `Set the password through the ${kind} link` },
      async ({ params, query, body, request }) => {
        if (query.token !== body.activationToken) throw invalidFields({ token: 'InvalidField' });
        await setPasswordByLink(context, kind, { ...body, login: params.login }, originOf(request));
        return ok({});
      },
    );
    anonymousRoute(
      app,
      `POST /security/users/${check}`,
      { tag, limit, summary: `Whose ${kind} link this is` },
      async ({ body }) => ok(await linkOwner(context, body.token, kind)),
    );
  }
}

function profileRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  const limit = LINKS_LIMIT;
  anonymousRoute(
    app,
    'POST /security/users/email-change/validate',
    { tag, limit, summary: 'Whose new e-mail address this link confirms' },
    async ({ body }) => ok(await confirmableEmail(context, body.token)),
  );
  anonymousRoute(
    app,
    'POST /security/users/email-change/stop/validate',
    { tag, limit, summary: 'Whose change of e-mail this link stops; the new address is masked' },
    async ({ body }) => ok(await stoppableEmail(context, body.token)),
  );
  anonymousRoute(
    app,
    'POST /security/users/email-change',
    { tag, limit, summary: 'Take a new e-mail address, by the link that went there' },
    async ({ body, request }) => {
      await confirmEmail(context, body.token, originOf(request));
      return ok({});
    },
  );
  anonymousRoute(
    app,
    'POST /security/users/email-change/stop',
    { tag, limit, summary: 'Stop a change of e-mail, by the link that went to the old address; all sessions end' },
    async ({ body, request }) => {
      await stopEmailChange(context, body.token, originOf(request));
      return ok({});
    },
  );
  const { admit } = OWN_PROFILE;
  userRoute(
    app,
    'GET /security/users/:login/profile',
    { admit, tag, summary: 'Own profile' },
    async ({ user, params }) => ok(await readProfile(context, user, params.login)),
  );
  userRoute(
    app,
    'PUT /security/users/:login/profile',
    { admit, tag, summary: 'Change own name, and ask for another e-mail address' },
    async ({ user, params, body, request }) =>
      ok(await updateProfile(context, user, params.login, body, originOf(request))),
  );
  userRoute(
    app,
    'PUT /security/users/:login/password-update',
    { admit, tag, summary: 'Change own password' },
    async ({ user, params, body, request }) => {
      await changePassword(context, user, params.login, body, originOf(request));
      return ok({});
    },
  );
}
