import type { FastifyInstance } from 'fastify';
import { inScript } from '@pimis/domain/text/transliterate';
import { writtenAs } from '@pimis/domain/text/wording';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { begun, ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { queueProposal } from './proposals.ts';
import { scenarioPaper } from './paper.ts';
import { scenariosOf } from './queries.ts';
import { readScenario, loadScenario } from './reading.ts';
import { refreshScenario, scenarioChanges } from './refreshing.ts';
import { addCandidates, saveScenario } from './saving.ts';
import { copyScenario, createScenario, deleteScenario } from './service.ts';
import { scenarioSheet } from './sheet.ts';

/** Scenarios: sets of projects over the fiscal calendar. They decide nothing. */
export function scenarioRoutes(app: FastifyInstance, context: Context): void {
  const may = { permission: 'portfolio.scenarios', tag: 'portfolio' } as const;
  userRoute(app, 'GET /portfolio/scenarios', { ...may, summary: 'Own and shared scenarios' }, async ({ user }) =>
    ok(await scenariosOf((await readingFor(context, user)).db, user)),
  );
  userRoute(
    app,
    'POST /portfolio/scenarios',
    { ...may, summary: 'Make a scenario of projects that wait for a list, or of a filter' },
    async ({ user, body, request }) => ok({ id: await createScenario(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    'GET /portfolio/scenarios/:scenarioId',
    { ...may, summary: 'A scenario with its candidates' },
    async ({ user, params }) => ok(await readScenario(context, user, params.scenarioId)),
  );
  userRoute(
    app,
    'PUT /portfolio/scenarios/:scenarioId',
    { ...may, summary: 'Save name, goal, ceilings and choices' },
    async ({ user, params, body, request }) =>
      ok({ revision: await saveScenario(context, user, params.scenarioId, body, originOf(request)) }),
  );
  userRoute(
    app,
    'DELETE /portfolio/scenarios/:scenarioId',
    { ...may, summary: 'Remove a scenario' },
    async ({ user, params, request }) => {
      await deleteScenario(context, user, params.scenarioId, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'POST /portfolio/scenarios/:scenarioId/copy',
    { ...may, summary: 'Copy a scenario' },
    async ({ user, params, body, request }) =>
      ok({ id: await copyScenario(context, user, params.scenarioId, body.name, originOf(request)) }),
  );
  userRoute(
    app,
    'POST /portfolio/scenarios/:scenarioId/candidates',
    { ...may, summary: 'Take further projects into a scenario' },
    async ({ user, params, body, request }) =>
      ok(await addCandidates(context, user, params.scenarioId, body, originOf(request))),
  );
  userRoute(
    app,
    'GET /portfolio/scenarios/:scenarioId/changes',
    { ...may, summary: 'What has changed since the data was taken over' },
    async ({ user, params }) => ok(await scenarioChanges(await readingFor(context, user), user, params.scenarioId)),
  );
  userRoute(
    app,
    'POST /portfolio/scenarios/:scenarioId/refresh',
    { ...may, summary: 'Take over the present data' },
    async ({ user, params, body, request }) =>
      ok({ revision: await refreshScenario(context, user, params.scenarioId, body.revision, originOf(request)) }),
  );
  userRoute(
    app,
    'POST /portfolio/scenarios/:scenarioId/proposals',
    { ...may, summary: 'Search the best choice within the ceilings, as a long-running operation (202)' },
    async ({ user, params, body, reply }) =>
      begun(reply, await queueProposal(context, user, { id: params.scenarioId, ...body })),
  );
  userRoute(
    app,
    'GET /portfolio/scenarios/:scenarioId/export',
    { ...may, summary: 'A scenario as a workbook' },
    async ({ user, params, query, reply }) => {
      const scenario = await loadScenario(await readingFor(context, user), user, params.scenarioId);
      const written = writtenAs(query);
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${inScript(scenario.name, written.script)}.xlsx`))
        .send(await scenarioSheet(context, scenario, written));
    },
  );
  userRoute(
    app,
    'GET /portfolio/scenarios/:scenarioId/paper',
    { ...may, summary: 'A scenario on paper, for the session of the commission' },
    async ({ user, params, query, reply }) => {
      const scenario = await loadScenario(await readingFor(context, user), user, params.scenarioId);
      const written = writtenAs(query);
      const bytes = await renderPdf(scenarioPaper(context, scenario, written));
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition(`${inScript(scenario.name, written.script)}.pdf`))
        .send(bytes);
    },
  );
}
