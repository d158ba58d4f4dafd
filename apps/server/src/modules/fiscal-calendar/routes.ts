import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { writtenOf } from '../../platform/http/language-and-script.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { fiscalCalendar, projectsOfNumber } from './calendar.ts';
import { ceilingHistory, ceilingsInForce, setCeiling } from './ceilings.ts';
import { calendarSheet } from './sheet.ts';

/** The fiscal calendar, and the ceilings of the ministry. */
export function fiscalCalendarRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'portfolio';
  userRoute(
    app,
    'GET /portfolio/calendar',
    { permission: 'portfolio.view', tag, summary: 'Needs of approved projects by fiscal year, source and sector' },
    async ({ user, query }) => ok(await fiscalCalendar(await readingFor(context, user), user, query)),
  );
  userRoute(
    app,
    'GET /portfolio/calendar/projects',
    { permission: 'portfolio.view', tag, summary: 'Projects behind a number of the fiscal calendar' },
    async ({ user, query }) => okPage(await projectsOfNumber(await readingFor(context, user), user, query)),
  );
  userRoute(
    app,
    'GET /portfolio/calendar/export',
    { permission: 'portfolio.view', tag, summary: 'The fiscal calendar as a workbook' },
    async ({ user, query: { language, script, ...filters }, reply }) => {
      const written = writtenOf({ language, script });
      const calendar = await fiscalCalendar(await readingFor(context, user), user, filters);
      return reply
        .type(XLSX)
        .header(
          'content-disposition',
          contentDisposition(`${fileWord('fiscalCalendar', written)}-${today(context)}.xlsx`),
        )
        .send(await calendarSheet(context, calendar, written));
    },
  );
  userRoute(
    app,
    'GET /portfolio/ceilings',
    { permission: 'portfolio.view', tag, summary: 'Ceilings by year, source and sector' },
    async () => ok(await ceilingsInForce(context.db)),
  );
  userRoute(
    app,
    'PUT /portfolio/ceilings',
    { permission: 'portfolio.ceilings', tag, summary: 'Set or remove a ceiling' },
    async ({ user, body, request }) => ok(await setCeiling(context, user, body, originOf(request))),
  );
  userRoute(
    app,
    'GET /portfolio/ceilings/history',
    { permission: 'portfolio.view', tag, summary: 'Every value that a ceiling has had' },
    async ({ query }) =>
      ok(
        await ceilingHistory(context.db, {
          year: query.year,
          source: query.source ?? '',
          sector: query.sector ?? null,
        }),
      ),
  );
}
