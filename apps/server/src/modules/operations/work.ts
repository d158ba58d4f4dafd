import type { StatusName } from '@pimis/contract/errors';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { CANCELLED } from './service.ts';

/** An operation that has waited longer fails, because it would overwrite newer data. */
const LONGEST_WAIT_MS = 3_600_000;
/** How many attempts work gets if its server dies; a fourth one would probably die too. */
const MOST_ATTEMPTS = 3;

/** The result of an operation that made a file; its user fetches it under its own address. */
export class ResultFile {
  readonly key: string;
  readonly size: number;
  readonly mediaType: string;
  /** Parts that the file names as missing. */
  readonly missing: number;

  constructor(key: string, size: number, mediaType: string, missing = 0) {
    this.key = key;
    this.size = size;
    this.mediaType = mediaType;
    this.missing = missing;
  }
}

/**
 * A kind of work: it receives the input, reports progress, returns the result, and cleans up after a cancelled
 * operation. Work that writes records its end in the transaction that writes, as its last statement, so either it is
 * done or it is cancelled.
 */
export interface Work<Input = Record<string, unknown>> {
  run: (
    input: Input,
    /** `found` is the result so far; people see it while the work continues. */
    onProgress: (percent: number, found?: unknown) => Promise<void>,
    onEnd: (tx: Tx, result: unknown) => Promise<void>,
  ) => Promise<unknown>;
  giveUp: (input: Input) => Promise<void>;
  /** The work only makes a file under its key; if its server dies, another server restarts it with a new key. */
  repeatable?: true;
}

/** One run of an operation. If several run at once, only the last one can report progress and end it. */
interface Run {
  id: string;
  attempt: number;
}

interface Outcome {
  state: 'done' | 'failed';
  result?: unknown;
  error?: StatusName;
}

/** Ends a running operation; false if it is not running. */
async function finish(
  context: Context,
  db: Database | Tx,
  { id, attempt }: Run,
  { state, result, error }: Outcome,
): Promise<boolean> {
  const file = result instanceof ResultFile ? result : null;
  const stored = file ? { size: file.size, missing: file.missing } : result;
  const ended = await db
    .updateTable('operations')
    .set({
      state,
      progress: 100,
      result: stored === undefined ? null : JSON.stringify(stored),
      storage_key: file?.key ?? null,
      media_type: file?.mediaType ?? null,
      error_name: error ?? null,
      finished_at: context.now(),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/**
 * Runs an operation once. A refusal by name is its result; any other error is ours and is logged. Progress is written
 * outside of the operation's transaction, so that it is visible at once. An operation that is found running has lost
 * its server: it restarts if it only makes a file and fails if it would write. One that has waited too long also fails,
 * because it would overwrite newer input. Neither has written anything, and the user can repeat it.
 */
export async function runOperation(
  context: Context,
  id: string,
  works: Readonly<Record<string, Work<never>>>,
): Promise<void> {
  const latest = new Date(context.now().getTime() - LONGEST_WAIT_MS);
  const found = await context.db
    .selectFrom('operations')
    .select(['kind', 'input', 'state', 'created_at', 'attempt', 'error_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return;
  // The code that queued this kind wrote its input, in the shape that the work of the kind takes.
  const work = works[found.kind] as Work | undefined;
  if (!work) throw new Error(`No work of kind ${found.kind}`);
  const before = found.input as Record<string, unknown>;
  if (found.state !== 'waiting' && found.state !== 'running') {
    // Cancelling does not know which files the work has stored.
    if (found.error_name === CANCELLED) await work.giveUp(before);
    return;
  }
  const attempt = found.attempt + 1;
  const again = found.state === 'running' && work.repeatable === true && attempt <= MOST_ATTEMPTS;
  const input = again ? { ...before, key: `${String(before.key)}-${attempt}` } : before;
  const taken = await context.db
    .updateTable('operations')
    .set({ state: 'running', attempt, input: JSON.stringify(input), ...(again ? { progress: 0 } : {}) })
    .where('id', '=', id)
    .where('state', '=', found.state)
    .where('attempt', '=', found.attempt)
    .executeTakeFirst();
  // Another run has taken over or ended the operation since it was read.
  if (taken.numUpdatedRows === 0n) return;
  const run: Run = { id, attempt };
  if ((found.state === 'running' && !again) || found.created_at < latest) {
    const given = await finish(context, context.db, run, { state: 'failed', error: 'OperationInterrupted' });
    if (given) await work.giveUp(before);
    return;
  }
  if (again) await work.giveUp(before);
  await carryOut(context, run, work, input);
}

/** Does the work of a run and records its end. */
async function carryOut(context: Context, run: Run, work: Work, input: Record<string, unknown>): Promise<void> {
  const { id, attempt } = run;
  try {
    const onProgress = async (percent: number, found?: unknown) => {
      const updated = await context.db
        .updateTable('operations')
        .set({ progress: percent, ...(found === undefined ? {} : { result: JSON.stringify(found) }) })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .executeTakeFirst();
      // The operation was cancelled, or another server took it over because this one seemed dead.
      if (updated.numUpdatedRows === 0n) throw new ApiError('OperationInterrupted');
    };
    const onEnd = async (tx: Tx, result: unknown) => {
      if (!(await finish(context, tx, run, { state: 'done', result }))) throw new ApiError('OperationInterrupted');
    };
    const result = await work.run(input, onProgress, onEnd);
    // Work that wrote nothing ends here. The file of a cancelled operation has no owner.
    const ended = await finish(context, context.db, run, { state: 'done', result });
    if (!ended && result instanceof ResultFile) await context.files.remove(result.key);
  } catch (error) {
    if (!(error instanceof ApiError)) context.log.error({ err: error, operation: id }, 'operation failed');
    await finish(context, context.db, run, {
      state: 'failed',
      error: error instanceof ApiError ? error.status : 'UnOperationFailed',
    });
  }
}
