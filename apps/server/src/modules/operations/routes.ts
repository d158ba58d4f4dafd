import type { FastifyInstance } from 'fastify';
import type { OperationRow, OperationState } from '@pimis/contract/registries';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, statusOf } from '../../platform/http/envelope.ts';
import { type Bound, userRoute } from '../../platform/http/http.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { cancelOperation, findOperation, findResultFile, ownOperations } from './service.ts';
import { EventStreams, type StreamEvent } from './event-streams.ts';
import { OperationPoller } from './operation-poller.ts';

const hasEnded = ({ state }: Pick<OperationRow, 'state'>) => state === 'done' || state === 'failed';

/** Progress of long-running operations, for the users who started them. */
export function operationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'operations';
  const shape = { permission: 'operation.read', tag } as const;
  const poller = new OperationPoller(context);
  const streams = new EventStreams(poller);
  const bound: Bound = (userId, reply) => reply.raw.once('close', poller.openStream(userId));
  const streamed = { ...shape, bound };
  app.addHook('preClose', async () => streams.close());
  userRoute(app, 'GET /operations', { ...shape, summary: 'What I have started within a day' }, async ({ user }) =>
    ok(await ownOperations(context, user.id)),
  );
  userRoute(
    app,
    'GET /operations/events',
    { closedToClients: true, ...streamed, summary: 'The same as a stream of server-sent events, while something runs' },
    ({ user, request, reply }) => {
      const changed = (rows: OperationRow[]) => ({ data: rows, last: rows.every(hasEnded) });
      const first = async () => changed(await ownOperations(context, user.id));
      return streams.send(request, reply, { user, event: 'operations', first, changed });
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
    { closedToClients: true, ...streamed, summary: 'The same as a stream of server-sent events' },
    ({ user, params: { id }, request, reply }) => {
      let known: StreamEvent | null = null;
      const first = async () => {
        const data = await findOperation(context, user.id, id);
        known = { data, last: hasEnded(data) };
        return known;
      };
      const changed = async (rows: OperationRow[]) => {
        const row = rows.find((one) => one.id === id);
        const before = known?.data as OperationState | undefined;
        // The result is read only with the final state.
        const same = row && before && row.state === before.state && row.progress === before.progress;
        return same && known ? known : first();
      };
      return streams.send(request, reply, { user, event: 'progress', first, changed });
    },
  );
  userRoute(
    app,
    'GET /operations/:id/result',
    { permission: 'operation.read', tag, summary: 'The file that an operation has made' },
    async ({ user, params, request, reply }) =>
      sendFile(context, request, reply, await findResultFile(context, user, params.id)),
  );
}
