import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { PROJECTIONS } from './catalogue.ts';
import { selectStates } from './projection.ts';

/** Projects whose values are in memory at a time. */
const AT_ONCE = 200;

/** Codes of the projects whose stored rows differ from the computed ones, by the name of the projection. */
export type Differing = ReadonlyMap<string, readonly string[]>;

/**
 * Compares the stored rows with computed ones for all projects or for one, and changes nothing. Each part is one
 * statement, so people can work meanwhile. Projects waiting for computation are left out.
 */
export async function findDiffering(db: Database, projectId: number | null = null): Promise<Differing> {
  const differing = new Map(PROJECTIONS.map(({ name }) => [name, [] as string[]]));
  for (let after: number | null = 0; after !== null; ) {
    const projects: { id: number; code: string }[] = await nextProjects(db, after, projectId);
    const codes = new Map(projects.map(({ id, code }) => [id, code]));
    const projectIds = [...codes.keys()];
    const selected = await selectStates(
      db,
      PROJECTIONS.map((record) => ({ record, projectIds, anew: true })),
    );
    for (const record of PROJECTIONS) {
      const ids = record.differing(selected.get(record.name) ?? []);
      differing.get(record.name)?.push(...ids.map((id) => codes.get(id) ?? String(id)));
    }
    after = projectIds.at(-1) ?? null;
  }
  return differing;
}

async function nextProjects(
  db: Database,
  after: number,
  projectId: number | null,
): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from published.projects
    where id > ${after} and (${projectId}::integer is null or id = ${projectId}::integer)
      and id not in (select project_id from projections_dirty)
    order by id limit ${AT_ONCE}`.execute(db);
  return rows;
}
