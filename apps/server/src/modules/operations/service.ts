import type { OperationState } from '@pimis/contract/registries';
import type { StatusName } from '@pimis/contract/errors';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const LONGEST_WAIT_MS = 3_600_000;

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

/**
 * Work of a kind: gets what was put in, tells its progress, answers the result; and clears up after what is given up.
 * Work that writes tells its end within the transaction that writes, as its last word: of being given up and of being
 * done only one can happen.
 */
export interface Work {
  run: (
    input: Record<string, unknown>,
    onProgress: (percent: number) => Promise<void>,
    onEnd: (tx: Tx, result: unknown) => Promise<void>,
  ) => Promise<unknown>;
  giveUp: (input: Record<string, unknown>) => Promise<void>;
}

interface Outcome {
  state: 'done' | 'failed';
  result?: unknown;
  error?: StatusName;
}

/** Ends an operation that runs; false when it does not run any more. */
async function finish(
  context: Context,
  db: Database | Tx,
  id: string,
  { state, result, error }: Outcome,
): Promise<boolean> {
  const ended = await db
    .updateTable('operations')
    .set({
      state,
      progress: 100,
      result: result === undefined ? null : JSON.stringify(result),
      error_name: error ?? null,
      finished_at: context.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/**
 * Runs an operation once. What it refuses by name is its answer; anything else is an error of ours, kept in the log
 * and told as such. Progress is written beside the operation's own transaction, so that it is seen at once.
 *
 * One that is found running has lost its server; one that has waited too long would write over what people have
 * entered since. Neither has written anything: both are given up, and whoever wants it asks again.
 */
export async function runOperation(context: Context, id: string, works: Readonly<Record<string, Work>>): Promise<void> {
  const latest = new Date(context.now().getTime() - LONGEST_WAIT_MS);
  const found = await context.db
    .selectFrom('operations')
    .select(['kind', 'input', 'state', 'created_at'])
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  if (!found) return;
  const work = works[found.kind];
  if (!work) throw new Error(`No work of kind ${found.kind}`);
  const input = found.input as Record<string, unknown>;
  const taken = await context.db
    .updateTable('operations')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', '=', found.state)
    .executeTakeFirst();
  // Another has taken it up, or ended it, between the two.
  if (taken.numUpdatedRows === 0n) return;
  if (found.state === 'running' || found.created_at < latest) {
    const given = await finish(context, context.db, id, { state: 'failed', error: 'OperationInterrupted' });
    if (given) await work.giveUp(input);
    return;
  }
  try {
    const onProgress = async (percent: number) => {
      const told = await context.db
        .updateTable('operations')
        .set({ progress: percent })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      // Somebody has given it up in the belief that this server is dead.
      if (told.numUpdatedRows === 0n) throw new ApiError('OperationInterrupted');
    };
    const onEnd = async (tx: Tx, result: unknown) => {
      if (!(await finish(context, tx, id, { state: 'done', result }))) throw new ApiError('OperationInterrupted');
    };
    const result = await work.run(input, onProgress, onEnd);
    // Work that wrote nothing ends here.
    await finish(context, context.db, id, { state: 'done', result });
  } catch (error) {
    if (!(error instanceof ApiError)) context.log.error({ err: error, operation: id }, 'operation failed');
    await finish(context, context.db, id, {
      state: 'failed',
      error: error instanceof ApiError ? error.status : 'UnOperationFailed',
    });
  }
}

/** Operations that ended long ago: nobody asks for their result any more. */
export async function removeOldOperations(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - KEPT_DAYS * DAY_MS);
  await context.db.deleteFrom('operations').where('finished_at', '<', before).execute();
}
