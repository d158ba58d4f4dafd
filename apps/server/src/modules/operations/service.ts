import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OperationRow, OperationState } from '@pimis/contract/registries';
import type { StatusName } from '@pimis/contract/errors';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
/** How long a result file is kept; after that the user has to request it again. */
const FILE_RETENTION_DAYS = 1;
const ONCE_LOCK = 7_136_411;
/** The maximum number of a user's files that wait for processing; each is in the store until then. */
const MOST_UNFINISHED = 20;
/** How many operations of a day a user sees. */
const SHOWN = 20;

/** The error of an operation that its user has cancelled. */
export const CANCELLED: StatusName = 'OperationCancelled';

/** A new operation: its user and its input. */
export interface NewOperation {
  userId: number;
  kind: 'registryImport' | 'listArchive' | 'boardReport' | 'scenarioProposal';
  /** JSON of the shape that the work of this kind takes. */
  input: object;
  fileName?: string;
  /** The rights of its user (rightsOf), if the operation makes a file of data visible to the user. */
  rights?: string;
  /** It may take long: only one operation of its kind runs at a time, so that workers remain for short ones. */
  long?: boolean;
  /** The number of operations of its kind that all servers together run at once; by default one. */
  lanes?: number;
  /** The lane of long work that does not wait for the rest of its kind. */
  lane?: string;
  /** The most unfinished operations of this kind that the user may have. */
  unfinished?: { most: number; refusal: StatusName };
}

const locationOf = (id: string) => `/api/operations/${id}`;

/**
 * Queues an operation in the transaction of the change; returns where its progress is found. Error: RequestLimitReached
 * while too many of its kind are unfinished.
 */
export async function startOperation(context: Context, tx: Tx, operation: NewOperation): Promise<string> {
  // The lock makes concurrent calls count one after the other.
  await sql`select pg_advisory_xact_lock(${ONCE_LOCK}, ${operation.userId}::integer)`.execute(tx);
  const behind = await unfinishedOf(tx, operation);
  const { most, refusal } = operation.unfinished ?? { most: MOST_UNFINISHED, refusal: 'RequestLimitReached' as const };
  if (behind >= most) throw new ApiError(refusal);
  const { id } = await tx
    .insertInto('operations')
    .values({
      user_id: operation.userId,
      kind: operation.kind,
      input: JSON.stringify(operation.input),
      file_name: operation.fileName ?? null,
      rights: operation.rights ?? null,
      created_at: context.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lane =
    operation.lanes === undefined
      ? (operation.lane ?? operation.kind)
      : `${operation.kind}-${1 + Math.floor(Math.random() * operation.lanes)}`;
  await addJob(tx, 'runOperation', { id }, operation.long ? { lane, behind } : {});
  return locationOf(id);
}

/**
 * The number of the user's other waiting or running operations of this kind, in any lane. In a lane, users with fewer
 * operations come first, so that a hundred archives of one user do not block another user's archive.
 */
async function unfinishedOf(tx: Tx, { userId, kind }: NewOperation): Promise<number> {
  const { count } = await tx
    .selectFrom('operations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Queues an operation, or returns the same waiting or running work of the user. Concurrent calls queue one. */
export async function startOnce(
  context: Context,
  tx: Tx,
  operation: NewOperation & { fileName: string; rights: string },
): Promise<string> {
  // Concurrent callers wait here, and then find the queued operation.
  await sql`select pg_advisory_xact_lock(${ONCE_LOCK}, ${operation.userId}::integer)`.execute(tx);
  const waiting = await tx
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', operation.userId)
    .where('kind', '=', operation.kind)
    .where('file_name', '=', operation.fileName)
    .where('rights', '=', operation.rights)
    // The file's key differs each time; the rest identifies the work.
    .where(sql`input - 'key'`, '=', sql`${JSON.stringify(operation.input)}::jsonb - 'key'`)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return waiting ? locationOf(waiting.id) : startOperation(context, tx, operation);
}

/** Returns whether an operation names the stored file as its input. */
export async function namesFile(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from operations where input ->> 'key' = ${key}`.execute(db);
  return rows.length > 0;
}

/** Counts in a result: rows that an import refused, and parts missing from a file. */
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

/** An operation of the user; NotFound for those of others. */
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

/** The operations of each user within a day, newest first, with one statement for all. */
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
    from unnest(${[...userIds]}::integer[]) as wanted (user_id)
    cross join lateral (
      select * from operations where operations.user_id = wanted.user_id and created_at > ${since}
      order by created_at desc, id limit ${SHOWN}) own
    order by own.created_at desc, own.id`.execute(context.db);
  const found = new Map<number, OperationRow[]>(userIds.map((id) => [id, []]));
  for (const { userId, createdAt, refusedRows, missing, ...row } of rows) {
    const outcome = outcomeOf({ ...row, refusedRows, missing });
    found.get(userId)?.push({ ...row, outcome, createdDate: createdAt.toISOString() });
  }
  return found;
}

/** The user's newest operation of this kind with this input, unless it has failed. */
export async function newestOperation(
  { db }: Context,
  userId: number,
  kind: NewOperation['kind'],
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('operations')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '<>', 'failed')
    .where(sql<boolean>`input @> ${JSON.stringify(input)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** The name of the user whose operation of a kind with this input is running; undefined without one. */
export async function runningUser(
  db: Database | Tx,
  kind: NewOperation['kind'],
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('operations')
    .innerJoin('published.users as users', 'users.id', 'operations.user_id')
    .select('users.name')
    .where('operations.kind', '=', kind)
    .where('operations.state', '=', 'running')
    .where(sql<boolean>`operations.input @> ${JSON.stringify(input)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}

/** The operations of the user within a day, newest first. */
export async function ownOperations(context: Context, userId: number): Promise<OperationRow[]> {
  return (await operationsOf(context, [userId])).get(userId) ?? [];
}

/**
 * Cancels an operation of the user; one that has ended stays unchanged and its state is returned. Running work notices
 * it at its next progress or when it would write. Error: NotFound.
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

/**
 * The data that decides what a user may see, as text. A file of an operation can be downloaded while this is unchanged.
 */
export const rightsOf = ({ roleId, organizationId, claims }: CurrentUser): string =>
  createHash('sha256')
    .update(JSON.stringify([roleId, organizationId, [...claims].toSorted()]))
    .digest('hex');

/**
 * The file of a user's operation; NotFound while there is none, for those of others, and if the rights of the user have
 * changed since, because the file contains data visible at that time.
 */
export async function findResultFile(
  context: Context,
  user: CurrentUser,
  id: string,
): Promise<{ storageKey: string; size: number; fileName: string; mediaType: string }> {
  const row = await context.db
    .selectFrom('operations')
    .select(['storage_key', 'media_type', 'file_name', 'result', 'rights'])
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (!row?.storage_key || !row.media_type) throw new ApiError('NotFound');
  if (row.rights !== null && row.rights !== rightsOf(user)) throw new ApiError('NotFound');
  const { size } = row.result as { size: number };
  return { storageKey: row.storage_key, size, fileName: row.file_name ?? id, mediaType: row.media_type };
}

/** Removes old operations, and files that were not fetched within a day. */
export async function removeOldOperations(context: Context): Promise<void> {
  const before = (days: number) => new Date(context.now().getTime() - days * DAY_MS);
  const removed = await context.db
    .deleteFrom('operations')
    .where((row) =>
      row.or([
        row('finished_at', '<', before(RETENTION_DAYS)),
        row.and([row('storage_key', 'is not', null), row('finished_at', '<', before(FILE_RETENTION_DAYS))]),
      ]),
    )
    .returning('storage_key')
    .execute();
  for (const { storage_key: key } of removed) if (key !== null) await context.files.remove(key);
}
