import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import { writtenAs } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { begun, ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { queueListArchive } from './zip-worker.ts';
import { createList, listsOfType, projectsOfList } from './service.ts';
import { decideTogether } from './session.ts';
import { setMeetingDate } from './meeting-date.ts';

/** Lists of projects before the commission. */
export function listRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'lists';
  userRoute(
    app,
    'GET /projects/lists/:projectTypeList',
    { permission: 'list.view', tag, summary: 'Lists of a type, the newest first' },
    async ({ user, params, query }) => {
      const { lists, older } = await listsOfType(context, user, params.projectTypeList, query);
      return ok(lists, { older });
    },
  );
  userRoute(
    app,
    'POST /projects/lists/:projectTypeList',
    { permission: 'list.manage', tag, summary: 'Create a list of every project that waits for it' },
    async ({ user, params, body, request }) =>
      ok({ name: await createList(context, user, params.projectTypeList, body?.name, originOf(request)) }),
  );
  userRoute(
    app,
    'GET /projects/lists/:projectTypeList/:projectListName',
    {
      permission: 'list.view',
      tag,
      summary: 'Projects of a list as they were when it was created, with their decisions',
    },
    async ({ user, params }) => ok(await projectsOfList(context, user, params.projectTypeList, params.projectListName)),
  );
  userRoute(
    app,
    'PUT /projects/lists/:projectTypeList/:projectListName/decisions',
    { permission: 'list.manage', tag, summary: 'One decision for several projects of a list, all or none' },
    async ({ user, params, body, request }) => {
      const list = { type: params.projectTypeList, name: params.projectListName };
      return ok({ decided: await decideTogether(context, user, list, body, originOf(request)) });
    },
  );
  userRoute(
    app,
    'PUT /projects/lists/:projectTypeList/:projectListName/session',
    { permission: 'list.manage', tag, summary: 'The day and the number of the session of the commission' },
    async ({ user, params, body, request }) => {
      const list = { type: params.projectTypeList, name: params.projectListName };
      return ok(await setMeetingDate(context, user, list, body, originOf(request)));
    },
  );
  const archives = [
    {
      call: 'GET /projects/lists/:projectTypeList/:projectListName/documents',
      paper: 'list',
      summary: 'A list with its forms',
    },
    {
      call: 'GET /projects/lists/approved/:projectTypeList/:projectListName',
      paper: 'approved',
      summary: 'A list with every decision',
    },
  ] as const;
  for (const { call, paper, summary } of archives) {
    userRoute(
      app,
      call,
      { permission: 'list.documents', tag, summary: `${summary}, made by a long-running operation (202)` },
      async ({ user, params, query, reply }) => {
        const list = { paper, type: params.projectTypeList, name: params.projectListName, written: writtenAs(query) };
        const operationLocation = await queueListArchive(context, user, list);
        return begun(reply, operationLocation);
      },
    );
  }
}
