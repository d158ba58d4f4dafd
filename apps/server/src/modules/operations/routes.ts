import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, statusOf } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { sendFile } from '../../platform/send-file.ts';
import { cancelOperation, findOperation, findResultFile, ownOperations } from './service.ts';

const EVENT_EVERY_MS = 500;
/** Who still listens asks again, and is known again by their session. */
const LONGEST_STREAM_MS = 60_000;
/** Proxies close what is silent. */
const ALIVE_EVERY_MS = 15_000;
const ENDED: readonly string[] = ['done', 'failed'];

/** What is told now, and whether nothing will follow. */
interface Told {
  data: unknown;
  last: boolean;
}

/** Tells what is read as a stream of server-sent events, each time that it has changed, until the last or until nobody listens. */
async function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  { event, read, closing }: { event: string; read: () => Promise<Told>; closing: () => boolean },
): Promise<FastifyReply> {
  const first = await read();
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // A server that stops waits for no connection that would be kept for more.
    connection: 'close',
    'x-request-id': request.id,
    // A proxy that gathers an answer would keep it to the end.
    'x-accel-buffering': 'no',
  });
  const until = Date.now() + LONGEST_STREAM_MS;
  let before = '';
  let spoken = Date.now();
  try {
    for (let told = first; !reply.raw.destroyed; told = await read()) {
      const data = JSON.stringify(told.data);
      if (data !== before || Date.now() - spoken > ALIVE_EVERY_MS) {
        reply.raw.write(data === before ? ': \n\n' : `event: ${event}\ndata: ${data}\n\n`);
        spoken = Date.now();
      }
      before = data;
      if (told.last || closing() || Date.now() > until) break;
      await sleep(EVENT_EVERY_MS);
    }
  } catch (error) {
    // The answer has begun: whoever listens finds the stream at its end, and asks again.
    request.log.error({ err: error }, 'progress could not be told');
  }
  reply.raw.end();
  return reply;
}

/** Progress of long-running operations, for whoever started them. */
export function operationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'operations';
  const shape = { permission: 'operation.read', tag } as const;
  let ends = false;
  app.addHook('preClose', async () => {
    ends = true;
  });
  const closing = () => ends;
  userRoute(app, 'GET /operations', { ...shape, summary: 'What I have started within a day' }, async ({ user }) =>
    ok(await ownOperations(context, user.id)),
  );
  userRoute(
    app,
    'GET /operations/events',
    { ...shape, summary: 'The same as a stream of server-sent events, while something runs' },
    ({ user, request, reply }) => {
      const read = async () => {
        const rows = await ownOperations(context, user.id);
        return { data: rows, last: rows.every(({ state }) => ENDED.includes(state)) };
      };
      return tell(request, reply, { event: 'operations', read, closing });
    },
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
    ({ user, params, request, reply }) => {
      const read = async () => {
        const data = await findOperation(context, user.id, params.id);
        return { data, last: ENDED.includes(data.state) };
      };
      return tell(request, reply, { event: 'progress', read, closing });
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
