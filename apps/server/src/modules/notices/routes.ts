import type { FastifyInstance } from 'fastify';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { anonymousRoute } from '../../platform/http.ts';
import { currentNotices } from './queries.ts';

/** Notices for everybody, also before they sign in. */
export function noticeRoutes(app: FastifyInstance, context: Context): void {
  anonymousRoute(app, 'GET /notices', { tag: 'notices', summary: 'Current notices' }, async () =>
    ok(await currentNotices(context.db, today(context))),
  );
}
