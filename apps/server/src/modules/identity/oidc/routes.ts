import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecondStepRequired } from '@pimis/contract/security';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { ApiError } from '../../../platform/errors.ts';
import { anonymousRoute, FROM_MEMORY, userRoute } from '../../../platform/http/http.ts';
import { LINKS_LIMIT } from '../sign-in/link-mails.ts';
import { agentOf, browserOf, COOKIE_PATH, giveSession } from '../sign-in/session-cookies.ts';
import type { SignInFrom } from '../sign-in/sign-in.ts';
import { OWN_PROFILE } from '../users/profile.ts';
import { finishSignIn } from './callback.ts';
import { beginActivation, beginLink, endLink, listLinks, PROFILE } from './links.ts';
import { endByNumber, endByToken, LogoutRefused } from './logout.ts';
import { providerById } from './providers.ts';
import { type Begun, beginSignIn, BEGUN_MINUTES, begunSignIn, ownPath } from './start.ts';

/** A sign-in is two calls; an office signs in at eight. */
const SIGN_IN_LIMIT = { name: 'provider sign-in', perMinute: 300, inMemory: true };
/** A provider ends the sessions of a whole office at once. */
const LOGOUT_LIMIT = { name: 'provider logout', perMinute: 600, inMemory: true };
const COOKIE = 'pimis_oidc';
const PATH = `${COOKIE_PATH}/oidc`;
const FORM = 'application/x-www-form-urlencoded';
const SEE_OTHER = 303;
const BAD_REQUEST = 400;

/** Keeps the begun sign-in in a cookie, which is not "strict", because another site's page leads back here. */
function keepBegun({ config }: Context, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: BEGUN_MINUTES * 60,
  });
}

type Refusal = Pick<ApiError, 'status' | 'payload'>;

/** The sign-in page with a refusal in words, or with the second step after "#", which browsers do not send. */
function signInPage({ status, payload }: Refusal, redirect: string): string {
  const query = new URLSearchParams({ redirect });
  if (status !== 'SecondFactorRequired') {
    query.set('refused', status);
    return `/login?${query.toString()}`;
  }
  const { token, step } = payload as SecondStepRequired;
  return `/login?${query.toString()}#${new URLSearchParams({ step, token }).toString()}`;
}

/** The page that shows a refusal: users who link an account began on their profile. */
function refusalPage(error: Refusal, begun: Begun | null): string {
  if (begun?.link) return `${PROFILE}?${new URLSearchParams({ refused: error.status }).toString()}`;
  return signInPage(error, begun?.redirect ?? ownPath(undefined));
}

/** Answers a call opened by the browser itself, where nobody would read a refusal as JSON. */
async function onPage(
  reply: FastifyReply,
  work: () => Promise<string>,
  pageOf: (refusal: Refusal) => string,
): Promise<FastifyReply> {
  const address = await work().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const { status, payload } = error;
    return pageOf({ status, payload });
  });
  return reply.redirect(address, SEE_OTHER);
}

function signInFrom(request: FastifyRequest): SignInFrom {
  const browser = { token: browserOf(request), remember: true };
  return { address: request.ip, agent: agentOf(request), kinds: ['cookie'], origin: originOf(request), browser };
}

/** Sign-in by providers of OpenID Connect, and links of the user's own accounts there. */
export function providerRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'login';
  anonymousRoute(
    app,
    'GET /login/oidc',
    { tag, limit: FROM_MEMORY, summary: 'Providers by which people sign in' },
    () => ok(context.config.oidcProviders.map(({ id, label }) => ({ id, label }))),
  );
  anonymousRoute(
    app,
    'GET /login/oidc/:provider/start',
    { tag, limit: SIGN_IN_LIMIT, summary: 'Go to a provider to sign in (OpenID Connect)' },
    ({ params, query, reply }) => {
      const provider = providerById(context, params.provider);
      const redirect = ownPath(query.redirect);
      return onPage(
        reply,
        async () => {
          const { address, token } = await beginSignIn(context, provider, { redirect });
          keepBegun(context, reply, token);
          return address;
        },
        (error) => signInPage(error, redirect),
      );
    },
  );
  anonymousRoute(
    app,
    'GET /login/oidc/:provider/callback',
    { tag, limit: SIGN_IN_LIMIT, summary: 'Come back from a provider: the session as after any sign-in' },
    async ({ params, query, request, reply }) => {
      const provider = providerById(context, params.provider);
      const begun = await begunSignIn(context, provider, { token: request.cookies[COOKIE], state: query.state });
      // An answer can be brought once.
      if (begun) reply.clearCookie(COOKIE, { path: PATH });
      return onPage(
        reply,
        async () => {
          if (!begun) throw new ApiError('ProviderSignInOver');
          const signedIn = await finishSignIn(context, provider, { begun, query }, signInFrom(request));
          if (signedIn) giveSession(context, reply, signedIn);
          return begun.redirect;
        },
        (error) => refusalPage(error, begun),
      );
    },
  );
  anonymousRoute(
    app,
    'POST /login/oidc/:provider/activate',
    { tag, limit: LINKS_LIMIT, summary: 'Begin to activate an invited account by a provider in place of a password' },
    async ({ params, body, reply }) => {
      const { address, token } = await beginActivation(context, providerById(context, params.provider), body.token);
      keepBegun(context, reply, token);
      return ok({ address });
    },
  );
  logoutRoutes(app, context);
  linkRoutes(app, context);
}

/** Logouts that a provider reports: by a call of its own, or through a frame in the person's browser. */
function logoutRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'login';
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      Object.fromEntries(new URLSearchParams(text)),
    );
    anonymousRoute(
      scope,
      'POST /login/oidc/:provider/backchannel-logout',
      { tag, limit: LOGOUT_LIMIT, summary: 'A provider ends sessions (OpenID Connect Back-Channel Logout 1.0)' },
      async ({ params, body, request, reply }) => {
        const provider = providerById(context, params.provider);
        try {
          await endByToken(context, provider, body.logout_token, originOf(request));
          return await reply.send();
        } catch (error) {
          if (!(error instanceof LogoutRefused)) throw error;
          return reply.status(BAD_REQUEST).send({ error: 'invalid_request', error_description: error.message });
        }
      },
    );
  });
  anonymousRoute(
    app,
    'GET /login/oidc/:provider/frontchannel-logout',
    { tag, limit: LOGOUT_LIMIT, summary: 'A provider ends a session (OpenID Connect Front-Channel Logout 1.0)' },
    async ({ params, query, request, reply }) => {
      await endByNumber(context, providerById(context, params.provider), query, originOf(request));
      return reply.type('text/html').send('');
    },
  );
}

function linkRoutes(app: FastifyInstance, context: Context): void {
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/providers' as const;
  userRoute(app, `GET ${path}`, { ...own, summary: 'Providers, and the own accounts there' }, async ({ user }) =>
    ok(await listLinks(context, user)),
  );
  userRoute(
    app,
    `POST ${path}/:provider/link`,
    { ...own, summary: 'Begin to link the own account at a provider' },
    async ({ user, params, body, reply }) => {
      const { address, token } = await beginLink(context, user, providerById(context, params.provider), body);
      keepBegun(context, reply, token);
      return ok({ address });
    },
  );
  userRoute(
    app,
    `POST ${path}/:provider/remove`,
    { ...own, summary: 'Remove the link with the own account at a provider' },
    async ({ user, params, body, request }) => {
      const provider = providerById(context, params.provider);
      await endLink(context, user, { provider, proof: body }, originOf(request));
      return ok({});
    },
  );
}
