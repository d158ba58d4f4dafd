import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { ok } from '../../platform/http/envelope.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { writtenOf } from '../../platform/http/language-and-script.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { progressWorkbook } from './export.ts';
import { progressScope } from './facts.ts';
import { readProgress } from './progress.ts';
import { readProjectProgress } from './project.ts';
import { readMeasuredProjects } from './projects.ts';
import { readWarnings } from './warnings.ts';

const WARNINGS_SHOWN = 50;
const PROJECTS_SHOWN = 50;

/** Earned value and warnings over the projects of the project table, today or on a past day. */
export function earnedValueRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'portfolio.view', tag: 'portfolio' } as const;
  userRoute(
    app,
    'GET /portfolio/progress',
    { ...shape, summary: 'Earned value of the projects by group, and how many warnings each rule raises' },
    async ({ user, query }) => {
      const reading = await readingFor(context, user);
      return ok(await readProgress(reading.db, await progressScope(reading, user, query)));
    },
  );
  userRoute(
    app,
    'GET /portfolio/progress/projects',
    { ...shape, summary: 'Earned value of each measured project, the largest budget first; after: the key of a page' },
    async ({ user, query }) => {
      const reading = await readingFor(context, user);
      const scope = await progressScope(reading, user, query, ['after']);
      return ok(await readMeasuredProjects(reading.db, scope, query.after, PROJECTS_SHOWN));
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/progress',
    { permission: 'project.view', refusal: 'NotFound', tag: 'projects', summary: 'Earned value of one project' },
    async ({ user, params }) =>
      ok(await readProjectProgress(await readingFor(context, user), user, params.projectCode)),
  );
  userRoute(
    app,
    'GET /portfolio/warnings',
    { ...shape, summary: 'Warnings, the heaviest first; rule: one rule only, after: the key of a page' },
    async ({ user, query }) => {
      const reading = await readingFor(context, user);
      const scope = await progressScope(reading, user, query, ['rule', 'after']);
      return ok(await readWarnings(reading.db, scope, query, WARNINGS_SHOWN));
    },
  );
  userRoute(
    app,
    'GET /portfolio/progress/export',
    { ...shape, summary: 'Figures by group and warnings as a workbook: language (sr, en), script (cyrillic, latin)' },
    async ({ user, query, reply }) => {
      const { language, script, ...filters } = query;
      const reading = await readingFor(context, user);
      const scope = await progressScope(reading, user, filters);
      const written = writtenOf({ language, script });
      const file = await progressWorkbook(reading, scope, written);
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${fileWord('progress', written)}-${scope.day}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
}
