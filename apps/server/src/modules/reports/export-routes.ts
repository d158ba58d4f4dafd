import type { FastifyInstance, FastifyReply } from 'fastify';
import { formNameIn } from '@pimis/domain/forms/form-name';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, writtenAs } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { setDownloadCookie } from '../../platform/access/download-cookie.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import type { PdfDocument } from '../../platform/documents/pdf/model.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { formJson, formPdf, loadForExport } from '../forms/export.ts';
import { indicatorsOfPhase } from '../indicators/service.ts';
import { findProject } from '../projects/visibility.ts';
import { documentsArchive, projectArchive } from './archives.ts';
import { decisionPaper } from './decision-paper.ts';
import { identityCard } from './identity-card.ts';
import { indicatorsJson, indicatorsPdf } from './indicators-export.ts';
import { optionsPdf, projectOptions } from './options-export.ts';

const tag = 'exports';

type Format = 'pdf' | 'json';

/** The requested format; PDF by default. Error: InvalidExportFormat. */
function formatOf(format: string | undefined, allowed: readonly Format[] = ['pdf', 'json']): Format {
  const found = allowed.find((one) => one === (format ?? 'pdf'));
  if (!found) throw new ApiError('InvalidExportFormat');
  return found;
}

async function sendPdf(reply: FastifyReply, name: string, document: PdfDocument): Promise<FastifyReply> {
  await yieldToEventLoop();
  const bytes = await renderPdf(document);
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(`${name}.pdf`))
    .send(bytes);
}

async function sendJson(reply: FastifyReply, name: string, content: unknown): Promise<FastifyReply> {
  await yieldToEventLoop();
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', contentDisposition(`${name}.json`))
    .send(`${JSON.stringify(content, null, 2)}\n`);
}

/** Exports of a project, with the parts that the user may see. */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/forms',
    { permission: 'export.project', tag, summary: 'A form, or one of its revisions, as PDF or JSON' },
    async ({ user, params, query, reply }) => {
      const format = formatOf(query.format);
      const exported = await loadForExport(
        await readingFor(context, user),
        user,
        params.projectCode,
        query.phaseFormId,
        query.revision,
      );
      const written = writtenAs(query);
      const title = formNameIn(exported.form, wordingOf(written.language).language);
      const name = `${params.projectCode}-${inScript(title, written.script)}-${exported.form.revision}`;
      return format === 'json'
        ? sendJson(reply, name, formJson(context, exported))
        : sendPdf(reply, name, await formPdf(context, exported, written));
    },
  );
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/options',
    { permission: 'export.project', tag, summary: 'Options of a project as PDF or JSON' },
    async ({ user, params, query, reply }) => {
      const format = formatOf(query.format);
      const written = writtenAs(query);
      const options = await projectOptions(await readingFor(context, user), user, params.projectCode, written);
      const name = `${params.projectCode}-${fileWord('options', written)}`;
      return format === 'json'
        ? sendJson(reply, name, options)
        : sendPdf(reply, name, optionsPdf(context, options, written));
    },
  );
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/success-key-indicators/:phaseId',
    { permission: 'project.indicators', tag, summary: 'Success key indicators as PDF or JSON' },
    async ({ user, params, query, reply }) => {
      const format = formatOf(query.format);
      const { project, rows } = await indicatorsOfPhase(
        await readingFor(context, user),
        user,
        params.projectCode,
        params.phaseId,
      );
      const written = writtenAs(query);
      const name = `${params.projectCode}-${fileWord('indicators', written)}`;
      return format === 'json'
        ? sendJson(reply, name, indicatorsJson(context, project, rows))
        : sendPdf(reply, name, await indicatorsPdf(context, project, rows, written));
    },
  );
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/identity-cards',
    { permission: 'export.project', tag, summary: 'Identity card of a project (PDF)' },
    async ({ user, params, query, reply }) => {
      formatOf(query.format, ['pdf']);
      const written = writtenAs(query);
      const card = await identityCard(await readingFor(context, user), user, params.projectCode, written);
      return sendPdf(reply, `${params.projectCode}-${fileWord('card', written)}`, card);
    },
  );
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/decision-summary',
    { permission: 'export.project', tag, summary: 'What a step on a project is decided by, on one page (PDF)' },
    async ({ user, params, query, reply }) => {
      formatOf(query.format, ['pdf']);
      const written = writtenAs(query);
      const paper = await decisionPaper(await readingFor(context, user), user, params.projectCode, written);
      return sendPdf(reply, `${params.projectCode}-${fileWord('decisionSummary', written)}`, paper);
    },
  );
  archiveRoutes(app, context);
}

function archiveRoutes(app: FastifyInstance, context: Context): void {
  const zip = (reply: FastifyReply, name: string) =>
    reply.type('application/zip').header('content-disposition', contentDisposition(name));
  userRoute(
    app,
    'GET /reporting/projects/:projectCode/documents',
    { permission: 'export.project', byCookie: true, tag, summary: 'Every document of a project in one archive' },
    async ({ user, params, query, reply }) => {
      const written = writtenAs(query);
      const archive = await documentsArchive(await readingFor(context, user), user, params.projectCode, written);
      return zip(reply, `${params.projectCode}-${fileWord('documents', written)}.zip`).send(archive);
    },
  );
  userRoute(
    app,
    'POST /reporting/projects/:projectCode/access',
    {
      closedToClients: true,
      permission: 'export.project',
      tag,
      summary: 'Let this browser fetch the archives of a project by their address, with a cookie, for an hour',
    },
    async ({ user, params, request, reply }) => {
      await findProject(context.db, user, params.projectCode);
      await setDownloadCookie(context, user, request, reply);
      return ok({});
    },
  );
  userRoute(
    app,
    'GET /reporting/projects/:projectCode',
    {
      permission: 'export.project',
      byCookie: true,
      tag,
      summary: 'A project in one archive: identity card, and what is asked for',
    },
    async ({ user, params, query, reply }) => {
      const archive = await projectArchive(await readingFor(context, user), user, params.projectCode, {
        forms: query.exportForms === 'true',
        options: query.exportOptions === 'true',
        documents: query.exportDocuments === 'true',
        written: writtenAs(query),
      });
      return zip(reply, `${params.projectCode}.zip`).send(archive);
    },
  );
}
