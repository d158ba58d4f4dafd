import type { FastifyInstance, FastifyReply } from 'fastify';
import { DECISION_TEXTS } from '@pimis/domain/text/decision-texts';
import { wordingOf, type Written, writtenAs } from '@pimis/domain/text/wording';
import { listInfo } from '@pimis/domain/workflow/lists';
import { type Context, today } from '../../platform/context.ts';
import type { LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { sessionFacts } from '../lists/papers.ts';
import { awaitedRows, rowsOfList } from './decision-rows.ts';
import { decisionTablePaper } from './decision-table-paper.ts';

async function sendPaper(reply: FastifyReply, document: PdfDocument, name: string, written: Written) {
  await yieldToEventLoop();
  const bytes = await renderPdf(document);
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(`${fileWord('decisionSummary', written)}-${name}.pdf`))
    .send(bytes);
}

/** Summaries of several decisions: of the projects that wait for the user, and of a list of the commission. */
export function decisionRowRoutes(app: FastifyInstance, context: Context): void {
  const paperOf = async (
    reading: Context,
    table: Parameters<typeof decisionTablePaper>[1],
    written: Written,
    about: { name?: string; number: string; labelled: readonly LabelledValue[] },
  ) => {
    const title = wordingOf(written.language).say(DECISION_TEXTS.several);
    return decisionTablePaper(reading, table, written, {
      ...about,
      title: about.name === undefined ? title : `${title}: ${about.name}`,
    });
  };
  userRoute(
    app,
    'GET /tasks/decisions',
    { permission: 'project.view', tag: 'tasks', summary: 'Summaries of the projects that await a decision of mine' },
    async ({ user }) => {
      const { rows, more } = await awaitedRows(await readingFor(context, user), user);
      return ok(rows, { more });
    },
  );
  userRoute(
    app,
    'GET /tasks/decisions/paper',
    { permission: 'project.view', tag: 'tasks', summary: 'The same as one table on paper (PDF)' },
    async ({ user, query, reply }) => {
      const written = writtenAs(query);
      const reading = await readingFor(context, user);
      const paper = await paperOf(reading, await awaitedRows(reading, user), written, { number: '–', labelled: [] });
      return sendPaper(reply, paper, today(context), written);
    },
  );
  const tag = 'lists';
  userRoute(
    app,
    'GET /projects/lists/:projectTypeList/:projectListName/summaries',
    { permission: 'list.view', tag, summary: 'Summaries of the projects of a list that are before the commission' },
    async ({ user, params: { projectTypeList: type, projectListName: name } }) => {
      const { rows, more } = await rowsOfList(await readingFor(context, user), user, { type, name });
      return ok(rows, { more });
    },
  );
  userRoute(
    app,
    'GET /projects/lists/:projectTypeList/:projectListName/summaries/paper',
    { permission: 'list.view', tag, summary: 'The same as one table on paper (PDF)' },
    async ({ user, params: { projectTypeList: type, projectListName: name }, query, reply }) => {
      const written = writtenAs(query);
      const reading = await readingFor(context, user);
      const table = await rowsOfList(reading, user, { type, name });
      const wording = wordingOf(written.language);
      const paper = await paperOf(reading, table, written, {
        name: `${wording.say(listInfo(type).title)} ${name}`,
        number: name,
        labelled: await sessionFacts(reading.db, { type, name }, wording),
      });
      return sendPaper(reply, paper, `${type}-${name}`, written);
    },
  );
}
