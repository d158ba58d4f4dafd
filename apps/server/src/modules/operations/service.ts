import { sql } from 'kysely';
import type { OperationRow, OperationState } from '@pimis/contract/registries';
import type { StatusName } from '@pimis/contract/errors';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
/** A file that was made for somebody is fetched at once or made again. */
const FILE_KEPT_DAYS = 1;
const LONGEST_WAIT_MS = 3_600_000;
const ONCE_LOCK = 7_136_411;
/** Work whose server dies is begun again so often; whatever kills three of them would kill a fourth. */
const MOST_ATTEMPTS = 3;
/** Operations of a day that somebody is shown. */
const SHOWN = 20;

const CANCELLED: StatusName = 'OperationCancelled';

/** What a long-running operation is made of: who wants it, and what it needs. */
export interface NewOperation {
  userId: number;
  kind: 'registryImport' | 'listArchive' | 'boardReport';
  input: Record<string, unknown>;
  fileName?: string;
}

const locationOf = (id: string) => `/api/operations/${id}`;

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
  return locationOf(id);
}

/**
 * Queues an operation, or answers where the same work of the user waits or runs already: of any number at once one is
 * queued.
 */
export async function startOnce(
  context: Context,
  tx: Tx,
  operation: NewOperation & { fileName: string },
): Promise<string> {
  // Whoever asks at the same time sees it only then.
  await sql`select pg_advisory_xact_lock(${ONCE_LOCK}, ${operation.userId}::integer)`.execute(tx);
  const waiting = await tx
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', operation.userId)
    .where('kind', '=', operation.kind)
    .where('file_name', '=', operation.fileName)
    // The key is that of one making; everything else says what is made.
    .where(sql`input - 'key'`, '=', sql`${JSON.stringify(operation.input)}::jsonb - 'key'`)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return waiting ? locationOf(waiting.id) : startOperation(context, tx, operation);
}

/** Does an operation name the kept file as what it works on? */
export async function namesFile(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from operations where input ->> 'key' = ${key}`.execute(db);
  return rows.length > 0;
}

/** What an operation's result says of its end: rows that an import refused, and parts missing from a file. */
interface Ending {
  refusedRows: string | null;
  missing: string | null;
}

const ENDING = [
  sql<string | null>`case when result ->> 'dryRun' = 'false' then result ->> 'errorCount' end`.as('refusedRows'),
  sql<string | null>`result ->> 'missing'`.as('missing'),
] as const;

/** How an operation has ended; null while it has not. */
function outcomeOf(row: Ending & { state: OperationState['state']; error: string | null }): OperationState['outcome'] {
  if (row.state === 'failed') return row.error === CANCELLED ? 'cancelled' : 'failed';
  if (row.state !== 'done') return null;
  // An import writes all rows or none.
  if (Number(row.refusedRows ?? 0) > 0) return 'nothing';
  return Number(row.missing ?? 0) > 0 ? 'partly' : 'done';
}

/** An operation of the user; NotFound for one of somebody else. */
export async function findOperation(context: Context, userId: number, id: string): Promise<OperationState> {
  const row = await context.db
    .selectFrom('operations')
    .select(['id', 'kind', 'state', 'progress', 'result', 'error_name as error', 'file_name as fileName'])
    .select(ENDING)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NotFound');
  const { refusedRows: _refused, missing: _missing, ...state } = row;
  return { ...state, outcome: outcomeOf(row) };
}

/** What each of the users has started within a day, newest first: for all of them by one statement. */
export async function operationsOf(
  context: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, OperationRow[]>> {
  const since = new Date(context.now().getTime() - DAY_MS);
  const { rows } = await sql<
    Omit<OperationRow, 'createdDate' | 'outcome'> & Ending & { userId: number; createdAt: Date }
  >`
    select own.user_id as "userId", own.id, own.kind, own.state, own.progress, own.error_name as error,
           own.file_name as "fileName", own.storage_key is not null as "hasFile", own.created_at as "createdAt",
           case when own.result ->> 'dryRun' = 'false' then own.result ->> 'errorCount' end as "refusedRows",
           own.result ->> 'missing' as missing
    from unnest(${[...userIds]}::integer[]) as asked (user_id)
    cross join lateral (
      select * from operations where operations.user_id = asked.user_id and created_at > ${since}
      order by created_at desc, id limit ${SHOWN}) own
    order by own.created_at desc, own.id`.execute(context.db);
  const found = new Map<number, OperationRow[]>(userIds.map((id) => [id, []]));
  for (const { userId, createdAt, refusedRows, missing, ...row } of rows) {
    const outcome = outcomeOf({ ...row, refusedRows, missing });
    found.get(userId)?.push({ ...row, outcome, createdDate: createdAt.toISOString() });
  }
  return found;
}

/** What the user has started within a day, newest first. */
export async function ownOperations(context: Context, userId: number): Promise<OperationRow[]> {
  return (await operationsOf(context, [userId])).get(userId) ?? [];
}

/**
 * Ends an operation of the user that has not ended; one that has stays as it is, and its state is the answer. Work that
 * runs learns of it with its next progress, or when it would write. Error: NotFound.
 */
export async function cancelOperation(
  context: Context,
  userId: number,
  id: string,
  origin: AuditOrigin,
): Promise<OperationState> {
  await context.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('operations')
      .select(['kind', 'state'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('state', 'in', ['waiting', 'running'])
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    const ended = { state: 'failed', error_name: CANCELLED, finished_at: context.now() } as const;
    await tx.updateTable('operations').set(ended).where('id', '=', id).execute();
    const detail = { kind: found.kind, before: { state: found.state }, after: { state: ended.state } };
    await audit(tx, origin, { operation: 'operation.cancel', subjectType: 'operation', subjectId: id, detail });
  });
  return findOperation(context, userId, id);
}

/** What an operation made when that is a file; whoever started it fetches it under its own address. */
export class ResultFile {
  readonly key: string;
  readonly size: number;
  readonly mediaType: string;
  /** Parts that are named in it, but could not be had. */
  readonly missing: number;

  constructor(key: string, size: number, mediaType: string, missing = 0) {
    this.key = key;
    this.size = size;
    this.mediaType = mediaType;
    this.missing = missing;
  }
}

/** The file that an operation of the user has made; NotFound while there is none, and for one of somebody else. */
export async function findResultFile(
  context: Context,
  userId: number,
  id: string,
): Promise<{ storageKey: string; size: number; fileName: string; mediaType: string }> {
  const row = await context.db
    .selectFrom('operations')
    .select(['storage_key', 'media_type', 'file_name', 'result'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (!row?.storage_key || !row.media_type) throw new ApiError('NotFound');
  const { size } = row.result as { size: number };
  return { storageKey: row.storage_key, size, fileName: row.file_name ?? id, mediaType: row.media_type };
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
  /**
   * It makes a file under its key and writes nothing else: when its server dies, another begins again, under a key of
   * its own.
   */
  repeatable?: true;
}

/** One taking up of an operation. Of several that run at once only the last can tell progress, and end it. */
interface Taken {
  id: string;
  attempt: number;
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
  { id, attempt }: Taken,
  { state, result, error }: Outcome,
): Promise<boolean> {
  const file = result instanceof ResultFile ? result : null;
  const told = file ? { size: file.size, missing: file.missing } : result;
  const ended = await db
    .updateTable('operations')
    .set({
      state,
      progress: 100,
      result: told === undefined ? null : JSON.stringify(told),
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
 * Runs an operation once. What it refuses by name is its answer; anything else is an error of ours, kept in the log
 * and told as such. Progress is written beside the operation's own transaction, so that it is seen at once.
 *
 * One that is found running has lost its server: it is begun again when it only makes a file, and given up when it
 * would write. One that has waited too long would write over what people have entered since: it is given up as well.
 * Neither has written anything, and whoever wants it asks again.
 */
export async function runOperation(context: Context, id: string, works: Readonly<Record<string, Work>>): Promise<void> {
  const latest = new Date(context.now().getTime() - LONGEST_WAIT_MS);
  const found = await context.db
    .selectFrom('operations')
    .select(['kind', 'input', 'state', 'created_at', 'attempt', 'error_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return;
  const work = works[found.kind];
  if (!work) throw new Error(`No work of kind ${found.kind}`);
  const before = found.input as Record<string, unknown>;
  if (found.state !== 'waiting' && found.state !== 'running') {
    // Whoever cancels does not know what the work keeps.
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
  // Another has taken it up, or ended it, between the two.
  if (taken.numUpdatedRows === 0n) return;
  const own = { id, attempt };
  if ((found.state === 'running' && !again) || found.created_at < latest) {
    const given = await finish(context, context.db, own, { state: 'failed', error: 'OperationInterrupted' });
    if (given) await work.giveUp(before);
    return;
  }
  if (again) await work.giveUp(before);
  try {
    const onProgress = async (percent: number) => {
      const told = await context.db
        .updateTable('operations')
        .set({ progress: percent })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .executeTakeFirst();
      // Somebody has cancelled it, or taken it up in the belief that this server is dead.
      if (told.numUpdatedRows === 0n) throw new ApiError('OperationInterrupted');
    };
    const onEnd = async (tx: Tx, result: unknown) => {
      if (!(await finish(context, tx, own, { state: 'done', result }))) throw new ApiError('OperationInterrupted');
    };
    const result = await work.run(input, onProgress, onEnd);
    // Work that wrote nothing ends here. A file of an operation that was given up meanwhile is nobody's.
    const ended = await finish(context, context.db, own, { state: 'done', result });
    if (!ended && result instanceof ResultFile) await context.files.remove(result.key);
  } catch (error) {
    if (!(error instanceof ApiError)) context.log.error({ err: error, operation: id }, 'operation failed');
    await finish(context, context.db, own, {
      state: 'failed',
      error: error instanceof ApiError ? error.status : 'UnOperationFailed',
    });
  }
}

/** Operations that ended long ago, and files that nobody has fetched for a day: nobody asks for them any more. */
export async function removeOldOperations(context: Context): Promise<void> {
  const before = (days: number) => new Date(context.now().getTime() - days * DAY_MS);
  const removed = await context.db
    .deleteFrom('operations')
    .where((row) =>
      row.or([
        row('finished_at', '<', before(KEPT_DAYS)),
        row.and([row('storage_key', 'is not', null), row('finished_at', '<', before(FILE_KEPT_DAYS))]),
      ]),
    )
    .returning('storage_key')
    .execute();
  for (const { storage_key: key } of removed) if (key !== null) await context.files.remove(key);
}
