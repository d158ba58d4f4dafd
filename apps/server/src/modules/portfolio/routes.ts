import type { FastifyInstance } from 'fastify';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { contentDisposition } from '../../platform/send-file.ts';
import { writtenOf } from '../../platform/written.ts';
import { readCourse } from './course.ts';
import { portfolioWorkbook } from './export.ts';
import { readMap } from './map.ts';
import { readMoney } from './money.ts';
import { readOverview } from './overview.ts';
import { portfolioScope } from './scope.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Charts over the projects of the project table: every call takes its filters. */
export function portfolioRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'portfolio.view', tag: 'portfolio' } as const;
  userRoute(
    app,
    'GET /portfolio/overview',
    { ...shape, summary: 'Number and worth of the projects by phase, sector, level, year and body' },
    async ({ user, query }) => ok(await readOverview(context.db, await portfolioScope(context, user, query))),
  );
  userRoute(
    app,
    'GET /portfolio/map',
    { ...shape, summary: 'Number and worth of the projects by district and municipality' },
    async ({ user, query }) => ok(await readMap(context.db, await portfolioScope(context, user, query))),
  );
  userRoute(
    app,
    'GET /portfolio/money',
    { ...shape, summary: 'Planned and spent amounts by quarter' },
    async ({ user, query }) => ok(await readMoney(context.db, await portfolioScope(context, user, query))),
  );
  userRoute(
    app,
    'GET /portfolio/course',
    { ...shape, summary: 'Projects by phase reached, with the days of each; where they wait; decisions by list' },
    async ({ user, query }) =>
      ok(await readCourse(context.db, await portfolioScope(context, user, query), context.now())),
  );
  userRoute(
    app,
    'GET /portfolio/export',
    { ...shape, summary: 'Groups, places and quarters as a workbook: language (sr, en), script (cyrillic, latin)' },
    async ({ user, query, reply }) => {
      const { language, script, ...filters } = query;
      const scope = await portfolioScope(context, user, filters);
      const file = await portfolioWorkbook(context, scope, writtenOf({ language, script }));
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`portfolio-${today(context)}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
}
