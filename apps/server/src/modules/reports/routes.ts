import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ReportQuery } from '@pimis/contract/reports';
import { writtenAs } from '@pimis/domain/text/wording';
import { can } from '@pimis/domain/access/policies';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { begun, ok } from '../../platform/http/envelope.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { boundRows, LARGE_ROWS, renderPdf } from '../../platform/documents/pdf/render.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { readReport } from './board/report-rows.ts';
import { queuePaper } from './board/paper-work.ts';
import {
  reportRequest,
  boardReport,
  requestedDay,
  listReports,
  previewReport,
  reportDocument,
  reportWorkbook,
  setSubscription,
} from './board/service.ts';
import { sheetColumns } from './board/sheet.ts';
import { decisionRowRoutes } from './decision-row-routes.ts';
import { readDecisionSummary } from './decision-summary.ts';
import { readSendingCheck } from './sending-check.ts';
import { readSummary } from './summary.ts';
import { projectTableSheet, TABLE_EXPORTS, type TableExport } from './project-table.ts';

/** Papers with more rows are made by a long-running operation. */
const ROWS_AT_ONCE = 300;

function isTableExport(name: string): name is TableExport {
  return Object.hasOwn(TABLE_EXPORTS, name);
}

const named = (reply: FastifyReply, name: string, type: string) =>
  reply.type(type).header('content-disposition', contentDisposition(name)).header('cache-control', 'private, no-store');

/** The project table as a workbook, with the present state or that at the end of a past day. */
async function sendTable(
  context: Context,
  user: CurrentUser,
  kind: TableExport,
  query: ReportQuery,
  reply: FastifyReply,
) {
  if (!can(user, TABLE_EXPORTS[kind].permission)) throw new ApiError('Forbidden');
  if ((query.reportFormat ?? 'xlsx') !== 'xlsx') throw new ApiError('InvalidExportFormat');
  // Filters of the table; reports would ignore them here.
  for (const field of ['organizationId', 'phase', 'sector'] as const) {
    if (query[field] !== undefined) throw invalidFields({ [field]: 'InvalidField' });
  }
  // The file name contains the day, because the table does not.
  const name = `${kind}-${requestedDay(context, query.atDay)}.xlsx`;
  const table = await projectTableSheet(await readingFor(context, user), user, kind, query, writtenAs(query));
  return named(reply, name, XLSX).send(table);
}

/** A board report as a file; a large paper as an operation (202). */
async function sendReport(context: Context, user: CurrentUser, type: string, query: ReportQuery, reply: FastifyReply) {
  const report = boardReport(type);
  if (!can(user, 'report.board')) throw new ApiError('Forbidden');
  const format = report.formats.find((one) => one === (query.reportFormat ?? report.formats[0]));
  if (!format) throw new ApiError('InvalidExportFormat');
  const request = reportRequest(context, user, query);
  const written = writtenAs(query);
  // Day and filter are in the file, not in its name (specification, "The calls it makes").
  const fileName = `${type}.${format}`;
  const columns = sheetColumns(report, query.columns);
  const reading = await readingFor(context, user);
  const made = await readReport(reading, report, request);
  if (format === 'xlsx')
    return named(reply, fileName, XLSX).send(await reportWorkbook(reading, made, columns, written));
  boundRows(made.projects);
  if (made.projects > ROWS_AT_ONCE) {
    const operationLocation = await queuePaper(context, user, {
      type,
      request,
      written,
      fileName,
      long: made.projects > LARGE_ROWS,
    });
    return begun(reply, operationLocation);
  }
  const bytes = await renderPdf(await reportDocument(reading, made, written));
  return named(reply, fileName, 'application/pdf').send(bytes);
}

/** The nine board reports and the exports of the project table (docs/reports.md). */
export function reportRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'reports';
  const shape = { permission: 'report.board', tag } as const;
  userRoute(
    app,
    'GET /projects/:projectCode/summary',
    { permission: 'project.view', refusal: 'NotFound', tag: 'projects', summary: 'What matters of a project now' },
    async ({ user, params }) => ok(await readSummary(context, user, params.projectCode)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/decision-summary',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag: 'projects',
      summary: 'What a step on a project is decided by',
    },
    async ({ user, params }) => ok(await readDecisionSummary(context, user, params.projectCode)),
  );

  userRoute(
    app,
    'GET /projects/:projectCode/sending-check',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag: 'projects',
      summary: 'What to look over before the forms of a project are sent',
    },
    async ({ user, params }) => ok(await readSendingCheck(context, user, params.projectCode)),
  );
  decisionRowRoutes(app, context);
  userRoute(
    app,
    'GET /reporting/board-reports',
    { ...shape, summary: 'Board reports that there are' },
    async ({ user }) => ok(await listReports(context, user)),
  );
  userRoute(
    app,
    'GET /reporting/board-reports/:type',
    {
      tag,
      summary:
        'A board report (pdf, xlsx), or a sheet of the project table: Projects-all, ProjectsAllMei, Projects-all-archived',
    },
    ({ user, params: { type }, query, reply }) =>
      isTableExport(type)
        ? sendTable(context, user, type, query, reply)
        : sendReport(context, user, type, query, reply),
  );
  userRoute(
    app,
    'GET /reporting/board-reports/:type/preview',
    { ...shape, summary: 'First lines of a board report' },
    async ({ user, params, query }) =>
      ok(
        await previewReport(
          await readingFor(context, user),
          boardReport(params.type),
          reportRequest(context, user, query),
        ),
      ),
  );
  for (const [call, summary, wanted] of [
    ['PUT /reporting/board-reports/:type/favourite', 'Put a board report first', true],
    ['DELETE /reporting/board-reports/:type/favourite', 'Put it first no longer', false],
  ] as const) {
    userRoute(app, call, { ...shape, summary }, async ({ user, params: { type }, request }) => {
      await setSubscription(context, user, { type, kind: 'favourite', wanted }, originOf(request));
      return ok({ favourite: wanted });
    });
  }
  for (const [call, summary, wanted] of [
    ['PUT /reporting/board-reports/:type/mail', 'Get a mail of a board report each month', true],
    ['DELETE /reporting/board-reports/:type/mail', 'Get it no longer', false],
  ] as const) {
    userRoute(app, call, { ...shape, summary }, async ({ user, params: { type }, request }) => {
      await setSubscription(context, user, { type, kind: 'mail', wanted }, originOf(request));
      return ok({ mailed: wanted });
    });
  }
}
