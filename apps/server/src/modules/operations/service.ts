import type { OperationState } from '@pimis/contract/registries';
import type { StatusName } from '@pimis/contract/errors';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

/** What a long-running operation is made of: who wants it, and what it needs. */
export interface NewOperation {
  userId: number;
  kind: 'registryImport';
  input: Record<string, unknown>;
  fileName?: string;
}

/** Queues an operation in the transaction that wants it; answers where its progress is found. */
export async function startOperation(context: Context, tx: Tx, operation: NewOperation): Promise<string> {
  const { id } = await tx
    .insertInto('operations')
    .values({
      user_id: operation.userId,
      kind: operation.kind,
      input: JSON.stringify(operation.input),
      file_name: operation.fileName ?? null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(tx, 'runOperation', { id });
  return `/api/operations/${id}`;
}

/** An operation of the user; NotFound for one of somebody else. */
export async function findOperation(context: Context, userId: number, id: string): Promise<OperationState> {
  const row = await context.db
    .selectFrom('operations')
    .select(['id', 'kind', 'state', 'progress', 'result', 'error_name as error', 'file_name as fileName'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NotFound');
  return row;
}

/** Work of a kind: gets what was put in, tells its progress, answers the result. */
export type Work = (input: Record<string, unknown>, onProgress: (percent: number) => Promise<void>) => Promise<unknown>;

/**
 * Runs an operation once. What it refuses by name is its answer; anything else is an error of ours, kept in the log
 * and told as such. Progress is written beside the operation's own transaction, so that it is seen at once.
 */
export async function runOperation(context: Context, id: string, works: Readonly<Record<string, Work>>): Promise<void> {
  const taken = await context.db
    .updateTable('operations')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['kind', 'input'])
    .executeTakeFirst();
  if (!taken) return;
  const work = works[taken.kind];
  if (!work) throw new Error(`No work of kind ${taken.kind}`);
  const finish = (values: { state: 'done' | 'failed'; result?: unknown; error?: StatusName }) =>
    context.db
      .updateTable('operations')
      .set({
        state: values.state,
        progress: 100,
        result: values.result === undefined ? null : JSON.stringify(values.result),
        error_name: values.error ?? null,
        finished_at: context.now(),
      })
      .where('id', '=', id)
      .execute();
  try {
    const result = await work(taken.input as Record<string, unknown>, async (percent) => {
      await context.db.updateTable('operations').set({ progress: percent }).where('id', '=', id).execute();
    });
    await finish({ state: 'done', result });
  } catch (error) {
    if (!(error instanceof ApiError)) context.log.error({ err: error, operation: id }, 'operation failed');
    await finish({ state: 'failed', error: error instanceof ApiError ? error.status : 'UnOperationFailed' });
  }
}

/** Operations that ended long ago: nobody asks for their result any more. */
export async function removeOldOperations(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - KEPT_DAYS * DAY_MS);
  await context.db.deleteFrom('operations').where('finished_at', '<', before).execute();
}
