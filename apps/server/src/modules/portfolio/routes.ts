import type { FastifyInstance } from 'fastify';
import { PORTFOLIO_PARTS } from '@pimis/contract/portfolio/overview';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ok } from '../../platform/http/envelope.ts';
import { invalidFields } from '../../platform/errors.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { writtenOf } from '../../platform/http/language-and-script.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { readCourse } from './course.ts';
import { portfolioWorkbook } from './export.ts';
import { readMap } from './map.ts';
import { readMoney } from './money.ts';
import { readOverview } from './overview.ts';
import { portfolioScope } from './scope.ts';
import { timelineRoutes } from './timeline/routes.ts';

/** Charts over the projects of the project table: every call takes its filters. */
export function portfolioRoutes(app: FastifyInstance, context: Context): void {
  timelineRoutes(app, context);
  /** A view may be some seconds old (docs/decisions/0208-read-replica.md). */
  const selected = async (user: CurrentUser, query: Record<string, string>) => {
    const reading = await readingFor(context, user);
    return { reading, scope: await portfolioScope(reading, user, query) };
  };
  const shape = { permission: 'portfolio.view', tag: 'portfolio' } as const;
  userRoute(
    app,
    'GET /portfolio/overview',
    { ...shape, summary: 'Number and worth of the projects by phase, sector, level, year and body' },
    async ({ user, query }) => {
      const { reading, scope } = await selected(user, query);
      return ok(await readOverview(reading.db, scope));
    },
  );
  userRoute(
    app,
    'GET /portfolio/map',
    { ...shape, summary: 'Number and worth of the projects by district and municipality' },
    async ({ user, query }) => {
      const { reading, scope } = await selected(user, query);
      return ok(await readMap(reading.db, scope));
    },
  );
  userRoute(
    app,
    'GET /portfolio/money',
    { ...shape, summary: 'Planned and spent amounts by quarter' },
    async ({ user, query }) => {
      const { reading, scope } = await selected(user, query);
      return ok(await readMoney(reading.db, scope));
    },
  );
  userRoute(
    app,
    'GET /portfolio/course',
    { ...shape, summary: 'Projects by phase reached, with the days of each; where they wait; decisions by list' },
    async ({ user, query }) => {
      const { reading, scope } = await selected(user, query);
      return ok(await readCourse(reading.db, scope));
    },
  );
  userRoute(
    app,
    'GET /portfolio/export',
    {
      ...shape,
      summary:
        'Groups, places and quarters as a workbook, or one part of it: language (sr, en), script (cyrillic, latin), part',
    },
    async ({ user, query, reply }) => {
      const { language, script, part: asked, ...filters } = query;
      const part = PORTFOLIO_PARTS.find((one) => one === asked);
      if (asked !== undefined && part === undefined) throw invalidFields({ part: 'InvalidField' });
      const { reading, scope } = await selected(user, filters);
      const written = writtenOf({ language, script });
      const file = await portfolioWorkbook(reading, scope, written, part);
      const words = [fileWord('portfolio', written), ...(part ? [fileWord(part, written)] : [])];
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${words.join('-')}-${today(context)}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
}
