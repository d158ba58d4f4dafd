import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { OWN_PROFILE } from '../users/profile.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  switchSecondFactorOff,
} from './second-factor.ts';
import { resetSecondFactor } from './second-factor-reset.ts';

/** The second factor of the caller's own account, and its reset for another user. */
export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/second-factor' as const;
  userRoute(app, `GET ${path}`, { ...own, summary: 'Own second factor' }, async ({ user }) =>
    ok(await readSecondFactor(context, user)),
  );
  userRoute(
    app,
    `POST ${path}`,
    { ...own, summary: 'A new secret for the app; it counts once a code of it is confirmed' },
    async ({ user, body }) => ok(await setUpSecondFactor(context, user, body)),
  );
  userRoute(
    app,
    `POST ${path}/confirm`,
    { ...own, summary: 'Switch the second factor on with a first code; answers recovery codes, this once' },
    async ({ user, body, request }) =>
      ok({ recoveryCodes: await confirmSecondFactor(context, user, body.code, originOf(request)) }),
  );
  userRoute(
    app,
    `POST ${path}/recovery-codes`,
    { ...own, summary: 'New recovery codes in place of the old ones' },
    async ({ user, body, request }) =>
      ok({ recoveryCodes: await renewRecoveryCodes(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    `POST ${path}/remove`,
    { ...own, summary: 'Switch the second factor off' },
    async ({ user, body, request }) => {
      await switchSecondFactorOff(context, user, body, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    `POST ${path}/reset`,
    {
      permission: 'user.resetSecondFactor',
      refusal: 'InvalidUserPermission',
      tag: 'security',
      summary: 'Reset the second factor of a user who is without it',
    },
    async ({ user, params, request }) => {
      await resetSecondFactor(context, user, params.login, originOf(request));
      return ok({});
    },
  );
}
