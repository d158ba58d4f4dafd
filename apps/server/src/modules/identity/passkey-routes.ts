import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { anonymousRoute, userRoute } from '../../platform/http.ts';
import { requireOwnOrigin } from '../../platform/own-origin.ts';
import { addPasskey, endPasskey, listPasskeys, type Party, passkeyOptions, signInOptions } from './passkeys.ts';
import { OWN_PROFILE } from './profile.ts';

/** The page that asks, which is one of ours; its name is what the device makes keys for. */
export function partyOf(request: FastifyRequest, publicUrl: string): Party {
  requireOwnOrigin(request, publicUrl);
  const { origin } = new URL(request.headers.origin ?? publicUrl);
  return { origin, name: new URL(origin).hostname };
}

/** Keys of one's own devices, and what a sign-in with one begins with. */
export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const { publicUrl } = context.config;
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/passkeys' as const;
  anonymousRoute(
    app,
    'POST /login/passkey/options',
    { tag: 'login', summary: 'What the browser asks a device for, to sign in with its key' },
    async ({ request }) => ok(await signInOptions(context, partyOf(request, publicUrl))),
  );
  userRoute(app, `GET ${path}`, { ...own, summary: 'Own passkeys' }, async ({ user }) =>
    ok(await listPasskeys(context, user)),
  );
  userRoute(
    app,
    `POST ${path}/options`,
    { ...own, summary: 'What the browser asks a device for, to make a key' },
    async ({ user, body, request }) => ok(await passkeyOptions(context, user, body, partyOf(request, publicUrl))),
  );
  userRoute(app, `POST ${path}`, { ...own, summary: 'Keep a new passkey' }, async ({ user, body, request }) =>
    ok(await addPasskey(context, user, body, partyOf(request, publicUrl), originOf(request))),
  );
  userRoute(
    app,
    `DELETE ${path}/:passkeyId`,
    { ...own, summary: 'Remove a passkey' },
    async ({ user, params, request }) => {
      await endPasskey(context, user, params.passkeyId, originOf(request));
      return ok({});
    },
  );
}
