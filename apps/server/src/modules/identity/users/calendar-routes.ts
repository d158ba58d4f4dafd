import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { calendarSince, makeCalendarAddress, revokeCalendarAddress } from './calendar-address.ts';
import { OWN_PROFILE } from './profile.ts';

/** The address of the caller's own calendar. */
export function calendarRoutes(app: FastifyInstance, context: Context): void {
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/calendar' as const;
  userRoute(app, `GET ${path}`, { ...own, summary: 'Whether the own calendar has an address' }, async ({ user }) =>
    ok({ createdDate: await calendarSince(context.db, user.id) }),
  );
  userRoute(
    app,
    `POST ${path}`,
    { ...own, summary: 'Make the address of the own calendar; an earlier one is refused from then on' },
    async ({ user, request }) => ok(await makeCalendarAddress(context, user, originOf(request))),
  );
  userRoute(
    app,
    `DELETE ${path}`,
    { ...own, summary: 'Revoke the address of the own calendar' },
    async ({ user, request }) => {
      await revokeCalendarAddress(context, user, originOf(request));
      return ok({});
    },
  );
}
