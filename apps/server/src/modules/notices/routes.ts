import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { anonymousRoute } from '../../platform/http.ts';

const MAX_SHOWN = 20;

/** Notices that are current today, the most important first. */
export function noticeRoutes(app: FastifyInstance, context: Context): void {
  anonymousRoute(app, 'GET /notices', { tag: 'notices', summary: 'Current notices' }, async () => {
    const day = today(context);
    const rows = await context.db
      .selectFrom('notices')
      .select(['id', 'title', 'text', 'start_date as startDate', 'end_date as endDate', 'priority'])
      .select([
        sql<string | null>`to_char(time_from, 'HH24:MI')`.as('timeFrom'),
        sql<string | null>`to_char(time_to, 'HH24:MI')`.as('timeTo'),
      ])
      .where('start_date', '<=', day)
      .where('end_date', '>=', day)
      .orderBy('priority')
      .orderBy('start_date', 'desc')
      .orderBy('id')
      .limit(MAX_SHOWN)
      .execute();
    return ok(rows);
  });
}
