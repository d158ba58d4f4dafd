import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takesPasskeys } from '@pimis/domain/access/passkey-address';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { ApiError } from '../../../platform/errors.ts';
import { anonymousRoute, userRoute } from '../../../platform/http/http.ts';
import { requireSameOrigin } from '../../../platform/access/csrf-origin-check.ts';
import { addPasskey, endPasskey, listPasskeys, type Party, passkeyOptions, signInOptions } from './passkeys.ts';
import { OWN_PROFILE } from '../users/profile.ts';

/** Sign-ins with a passkey are two calls each; an office signs in at eight. */
export const PASSKEY_LIMIT = { name: 'passkey', perMinute: 300, inMemory: true };

/**
 * The origin of PUBLIC_URL, or of this machine the one of the calling page; passkeys belong to its host name. Errors:
 * PasskeyAddress, OtherAddress, Forbidden.
 */
export function partyOf(request: FastifyRequest, publicUrl: string): Party {
  requireSameOrigin(request, publicUrl);
  const { origin } = new URL(request.headers.origin ?? publicUrl);
  const name = new URL(origin).hostname;
  if (!takesPasskeys(name)) throw new ApiError('PasskeyAddress');
  return { origin, name };
}

/** Passkeys of the caller's own account, and the start of a sign-in with one. */
export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const partyIn = (request: FastifyRequest) => partyOf(request, context.config.publicUrl);
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/passkeys' as const;
  anonymousRoute(
    app,
    'POST /login/passkey/options',
    {
      tag: 'login',
      limit: PASSKEY_LIMIT,
      summary: 'What the browser asks a device for, to sign in with its key',
    },
    async ({ request }) => ok(await signInOptions(context, partyIn(request))),
  );
  userRoute(app, `GET ${path}`, { ...own, summary: 'Own passkeys' }, async ({ user }) =>
    ok(await listPasskeys(context, user)),
  );
  userRoute(
    app,
    `POST ${path}/options`,
    { ...own, summary: 'What the browser asks a device for, to make a key' },
    async ({ user, body, request }) => ok(await passkeyOptions(context, user, body, partyIn(request))),
  );
  userRoute(app, `POST ${path}`, { ...own, summary: 'Keep a new passkey' }, async ({ user, body, request }) =>
    ok(await addPasskey(context, user, body, partyIn(request), originOf(request))),
  );
  userRoute(
    app,
    `POST ${path}/:passkeyId/remove`,
    { ...own, summary: 'Remove a passkey' },
    async ({ user, params, body, request }) => {
      await endPasskey(context, user, params.passkeyId, body, originOf(request));
      return ok({});
    },
  );
}
