import type { FastifyInstance } from 'fastify';
import { writtenAs } from '@pimis/domain/text/wording';
import { type Context, today } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { fileWord } from '../../../platform/storage/file-names.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { readingFor } from '../../../platform/database/read-replica.ts';
import { contentDisposition } from '../../../platform/http/send-file.ts';
import { writtenOf } from '../../../platform/http/language-and-script.ts';
import { XLSX } from '../../../platform/documents/xlsx/media-type.ts';
import { portfolioScope } from '../scope.ts';
import { timelineWorkbook } from './export.ts';
import { projectTimelineWorkbook, readProjectTimeline } from './project.ts';
import { readBounds, readTimeline, TIMELINE_PARAMETERS, readTimelineQuery } from './rows.ts';

/** Plans compared with reality, for the projects of the project table and for one project. */
export function timelineRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'portfolio.view', tag: 'portfolio' } as const;
  userRoute(
    app,
    'GET /portfolio/timeline',
    { ...shape, summary: 'Phases, plan in force and earlier plans of the projects, by group (body, sector), in pages' },
    async ({ user, query }) => {
      const reading = await readingFor(context, user);
      const request = readTimelineQuery(query);
      const scope = await portfolioScope(reading, user, query, TIMELINE_PARAMETERS);
      const [page, whole] = await Promise.all([
        readTimeline(reading.db, scope, request),
        request.after === null ? readBounds(reading.db, scope) : { totalRows: null, bounds: null },
      ]);
      return ok(page.rows, { next: page.next, day: scope.day, ...whole });
    },
  );
  userRoute(
    app,
    'GET /portfolio/timeline/export',
    {
      ...shape,
      summary: 'The timeline as a workbook: group (body, sector), language (sr, en), script (cyrillic, latin)',
    },
    async ({ user, query: { language, script, ...query }, reply }) => {
      const reading = await readingFor(context, user);
      const { group } = readTimelineQuery(query);
      const scope = await portfolioScope(reading, user, query, ['group']);
      const written = writtenOf({ language, script });
      const file = await timelineWorkbook(reading, scope, group, written);
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${fileWord('timeline', written)}-${today(context)}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/timeline',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag: 'projects',
      summary: 'Phases, plans and activities of one project against what came',
    },
    async ({ user, params }) =>
      ok(await readProjectTimeline(await readingFor(context, user), user, params.projectCode)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/timeline/export',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag: 'projects',
      summary: 'The timeline of one project as a workbook',
    },
    async ({ user, params: { projectCode }, query, reply }) => {
      const written = writtenAs(query);
      const file = await projectTimelineWorkbook(await readingFor(context, user), user, projectCode, written);
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${projectCode}-${fileWord('timeline', written)}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
}
