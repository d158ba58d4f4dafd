import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import { lockProjectRows } from '../projects/changes.ts';
import { PROJECTIONS } from './catalogue.ts';
import { type AnyProjection, selectStates, type Wanted } from './projection.ts';

/**
 * A row of `projections_dirty`: a table in which something of the project changed, or a projection to compute again.
 */
export interface Mark {
  source: string | null;
  projection: string | null;
  projectId: number;
}

/** Versions of projections by name, as the newest server that ran on this database computes them. */
export type Versions = Readonly<Record<string, number>>;

/** The most projects whose values are in memory at a time; no call decides about more. */
const AT_ONCE = 500;
/** Revisions are normally only added. If one was changed or removed (by manual SQL), all input is read again. */
const RARELY_CHANGED = 'form_revisions';

/** The columns of a mark as JSON, for statements that return marks. */
export const MARK = sql`json_build_object('source', source, 'projection', projection, 'projectId', project_id)`;
export const VERSIONS = sql`(select coalesce(json_object_agg(name, version), '{}') from projections)`;

/**
 * Takes the marks of the transaction and computes the projections of all marked projects together. It runs at the end
 * of every transaction before the commit (platform/database/before-commit.ts). `events` gets changes that other modules
 * need.
 */
export async function computeMarked(tx: Tx, events?: EventBus): Promise<void> {
  const { rows } = await sql<{ marks: Mark[] | null; versions: Versions }>`${PREPARED}
    with taken as (
      delete from projections_dirty where transaction = pg_current_xact_id_if_assigned()::text::bigint
      returning source, projection, project_id)
    select json_agg(${MARK}) as marks, ${VERSIONS} as versions from taken`.execute(tx);
  const [found] = rows;
  if (!found?.marks) return;
  const ids = projectsOf(found.marks);
  await lockProjectRows(tx, ids);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = new Set(ids.slice(from, from + AT_ONCE));
    const marks = found.marks.filter(({ projectId }) => part.has(projectId));
    await computeMarks(tx, marks, found.versions, events);
  }
}

export const projectsOf = (marks: readonly Mark[]): number[] =>
  [...new Set(marks.map(({ projectId }) => projectId))].toSorted((a, b) => a - b);

/**
 * Computes the projections of marked projects, which the transaction has locked. Projections that a newer server
 * computes differently, or that only it knows, stay marked for its job, so that rows of two versions are never mixed.
 */
export async function computeMarks(
  tx: Tx,
  marks: readonly Mark[],
  versions: Versions,
  events?: EventBus,
): Promise<void> {
  const changed = projectsOf(marks.filter(({ source }) => source !== null));
  const wanted: (Wanted & { record: AnyProjection })[] = [];
  for (const record of PROJECTIONS) {
    const own = marks.filter(({ source, projection }) =>
      source === null ? projection === record.name : record.sources.includes(source),
    );
    const anew = own.some(({ source }) => source === null || source === RARELY_CHANGED);
    const isNewer = (versions[record.name] ?? 0) > record.version;
    if (isNewer && own.length > 0) await mark(tx, record.name, projectsOf(own));
    // Added even without projects, so that the statement is always the same and a connection plans it once.
    wanted.push({ record, projectIds: isNewer ? [] : projectsOf(own), anew });
  }
  const unknown = Object.keys(versions).filter((name) => !PROJECTIONS.some((record) => record.name === name));
  if (changed.length > 0) for (const name of unknown) await mark(tx, name, changed);
  await bringAll(tx, wanted, events);
}

/** Computes projections of projects that the transaction has locked. */
export async function bringAll(
  tx: Tx,
  wanted: readonly (Wanted & { record: AnyProjection })[],
  events?: EventBus,
): Promise<void> {
  if (wanted.every(({ projectIds }) => projectIds.length === 0)) return;
  const selected = await selectStates(tx, wanted);
  const changed = new Map<string, readonly number[]>();
  for (const record of PROJECTIONS) {
    // The projection on which this one depends has just changed for these projects, so they are selected again.
    const followed = record.follows === undefined ? [] : (changed.get(record.follows) ?? []);
    const rows = (selected.get(record.name) ?? []).filter(({ projectId }) => !followed.includes(projectId));
    const again = followed.length > 0 ? await selectStates(tx, [{ record, projectIds: followed, anew: false }]) : null;
    changed.set(record.name, await record.bring(tx, [...rows, ...(again?.get(record.name) ?? [])], events));
  }
}

/** Asks for a projection of these projects to be computed again. */
export async function mark(tx: Tx, projection: string, projectIds: readonly number[]): Promise<void> {
  await sql`insert into projections_dirty (projection, project_id)
    select ${projection}, unnest(${[...projectIds]}::integer[])`.execute(tx);
}
