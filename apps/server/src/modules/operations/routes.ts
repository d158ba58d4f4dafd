import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, statusOf } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { sendFile } from '../../platform/send-file.ts';
import { cancelOperation, findOperation, findResultFile, ownOperations } from './service.ts';

const EVENT_EVERY_MS = 500;
const ENDED: readonly string[] = ['done', 'failed'];

/** Progress of long-running operations, for whoever started them. */
export function operationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'operations';
  const shape = { permission: 'operation.read', tag } as const;
  userRoute(app, 'GET /operations', { ...shape, summary: 'What I have started within a day' }, async ({ user }) =>
    ok(await ownOperations(context, user.id)),
  );
  userRoute(
    app,
    'DELETE /operations/:id',
    { ...shape, summary: 'Cancel an operation that has not ended' },
    async ({ user, params, request }) => ok(await cancelOperation(context, user.id, params.id, originOf(request))),
  );
  userRoute(
    app,
    'GET /operations/:id',
    { permission: 'operation.read', tag, summary: 'State of an operation: status 8006 until it is done' },
    async ({ user, params }) => {
      const state = await findOperation(context, user.id, params.id);
      if (state.state === 'done') return ok(state);
      return { ...ok(state), status: statusOf(state.state === 'failed' ? 'UnOperationFailed' : 'OperationRunning') };
    },
  );
  userRoute(
    app,
    'GET /operations/:id/events',
    { permission: 'operation.read', tag, summary: 'The same as a stream of server-sent events' },
    async ({ user, params, request, reply }) => {
      await findOperation(context, user.id, params.id);
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      let before = '';
      try {
        while (!request.raw.destroyed && !reply.raw.destroyed) {
          const state = await findOperation(context, user.id, params.id);
          const data = JSON.stringify(state);
          if (data !== before) reply.raw.write(`event: progress\ndata: ${data}\n\n`);
          before = data;
          if (ENDED.includes(state.state)) break;
          await sleep(EVENT_EVERY_MS);
        }
      } catch (error) {
        // The answer has begun: whoever listens finds the stream at its end, and asks again.
        request.log.error({ err: error }, 'progress could not be told');
      }
      reply.raw.end();
      return reply;
    },
  );
  userRoute(
    app,
    'GET /operations/:id/result',
    { permission: 'operation.read', tag, summary: 'The file that an operation has made' },
    async ({ user, params, request, reply }) =>
      sendFile(context, request, reply, await findResultFile(context, user.id, params.id)),
  );
}
