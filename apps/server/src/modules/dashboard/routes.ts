import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { anonymousRoute, userRoute } from '../../platform/http/http.ts';
import { readCalendar } from './calendar-feed.ts';
import { portfolioSummary } from './portfolio.ts';
import { overviewOf, searchEverything } from './service.ts';
import { oldestTasks } from './tasks.ts';

/** Calendars ask several times a day; an office may have hundreds behind one address. */
const CALENDAR_LIMIT = { name: 'calendars', perMinute: 300, inMemory: true };

/** Data of the first screen (the organization, numbers, tasks of the user), the search of the header, and calendars. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'dashboard';
  userRoute(app, 'GET /dashboard', { tag, summary: 'Organization and numbers' }, async ({ user }) =>
    ok(await overviewOf(context, user)),
  );
  userRoute(
    app,
    'GET /dashboard/tasks',
    { tag, summary: 'The oldest of the projects that wait for me' },
    async ({ user }) => ok(await oldestTasks(context, user)),
  );
  userRoute(
    app,
    'GET /dashboard/portfolio',
    {
      permission: 'portfolio.summary',
      tag,
      summary: 'The heaviest warnings, planned and spent amounts, for who decides',
    },
    async ({ user }) => ok(await portfolioSummary(context, user)),
  );
  userRoute(
    app,
    'GET /search',
    { tag, summary: 'Projects, organizations and documents by a few letters, in either script' },
    async ({ user, query }) => ok(await searchEverything(context, user, { text: query.q, script: query.script })),
  );
  anonymousRoute(
    app,
    'GET /calendar/:secret.ics',
    { tag, limit: CALENDAR_LIMIT, summary: 'A person’s deadlines and sessions by the secret address (iCalendar)' },
    async ({ params, query, reply }) =>
      reply
        .type('text/calendar; charset=utf-8')
        .send(await readCalendar(context, params.secret, query.language ?? 'sr')),
  );
}
