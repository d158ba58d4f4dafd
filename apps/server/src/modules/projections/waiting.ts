import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import { lockProjectRows } from '../projects/changes.ts';
import { PROJECTIONS } from './catalogue.ts';
import { computeMarks, MARK, type Mark, VERSIONS, type Versions } from './compute.ts';

/** The number of projects per transaction: few, because users who save one of them wait until it ends. */
const AT_ONCE = 50;
/** The number of projects that one statement marks for a rebuild. */
const MARKED_AT_ONCE = 500;

/**
 * Computes projections for marks left by other writers: an import, manual SQL, a server of an older version, a rebuild.
 * It runs each minute and at each start. Marks for a newer server stay for that server. `events` as in computeMarked.
 */
export async function computeWaiting(context: Pick<Context, 'db'>, events?: EventBus): Promise<void> {
  await queueNewVersions(context.db);
  while (await context.db.transaction().execute((tx) => computeNext(tx, events)));
}

/** The key of an advisory lock (any constant): one server computes at a time. */
const COMPUTING = 727_365;

/** Returns whether it computed anything; not if nothing waits, or another server is computing. */
async function computeNext(tx: Tx, events: EventBus | undefined): Promise<boolean> {
  const { rows: held } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${COMPUTING}) as free`.execute(
    tx,
  );
  if (!held[0]?.free) return false;
  const versions = await versionsOf(tx);
  const own = PROJECTIONS.filter(({ name, version }) => (versions[name] ?? 0) <= version).map(({ name }) => name);
  const mine = sql`(projection is null or projection = any(${own}::text[]))`;
  const { rows } = await sql<{ projectId: number }>`
    select distinct project_id as "projectId" from (
      select project_id from projections_dirty where ${mine} order by projection nulls first, id limit ${AT_ONCE}) next`.execute(
    tx,
  );
  const ids = rows.map(({ projectId }) => projectId);
  if (ids.length === 0) return false;
  await lockProjectRows(tx, ids);
  const taken = await sql<{ mark: Mark }>`
    delete from projections_dirty where project_id = any(${ids}::integer[]) and ${mine} returning ${MARK} as mark`.execute(
    tx,
  );
  await computeMarks(
    tx,
    taken.rows.map(({ mark }) => mark),
    versions,
    events,
  );
  return true;
}

async function versionsOf(db: Database | Tx): Promise<Versions> {
  const { rows } = await sql<{ versions: Versions }>`select ${VERSIONS} as versions`.execute(db);
  return rows[0]?.versions ?? {};
}

/** Queues the rebuild of every projection that this version computes differently from all previous servers. */
async function queueNewVersions(db: Database): Promise<void> {
  const versions = await versionsOf(db);
  for (const { name, version } of PROJECTIONS) {
    if ((versions[name] ?? 0) >= version) continue;
    await queueRebuild(db, name);
    await sql`insert into projections as known (name, version) values (${name}, ${version})
      on conflict (name) do update set version = greatest(known.version, excluded.version)`.execute(db);
  }
}

/**
 * Marks all projects, or one, for a projection to be computed again; readers see the former rows until then. Returns
 * the number of marked projects.
 */
export async function queueRebuild(db: Database, name: string, projectId: number | null = null): Promise<number> {
  let marked = 0;
  for (let after: number | null = 0; after !== null; ) {
    const { rows } = await sql<{ last: number | null; projects: number }>`
      with next as (
        select id from published.projects
        where id > ${after} and (${projectId}::integer is null or id = ${projectId}::integer)
        order by id limit ${MARKED_AT_ONCE}),
      marked as (insert into projections_dirty (projection, project_id) select ${name}, id from next)
      select max(id) as last, count(*)::integer as projects from next`.execute(db);
    marked += rows[0]?.projects ?? 0;
    after = rows[0]?.last ?? null;
  }
  return marked;
}

/** The number of projects waiting for computation, and since when; null if there are none. */
export async function readWaiting(db: Database): Promise<{ projects: number; since: Date } | null> {
  const { rows } = await sql<{ projects: number; since: Date | null }>`
    select count(distinct project_id)::integer as projects, min(marked_at) as since from projections_dirty`.execute(db);
  const [found] = rows;
  return found?.since ? { projects: found.projects, since: found.since } : null;
}

/** The id of the project with this code; null if there is none. */
export async function projectOfCode(db: Database, code: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from published.projects where code = ${code}::citext`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
