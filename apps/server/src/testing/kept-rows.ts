import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Everything that projections keep, of all projects or of one, by table. */
export async function keptRows(db: Database, projectId: number | null = null) {
  const of = (table: string, order: string, key = 'project_id') =>
    sql<Record<string, unknown>>`select to_jsonb(kept) as row from (
        select * from ${sql.table(table)} where ${projectId}::integer is null or ${sql.ref(key)} = ${projectId}::integer
      ) kept order by ${sql.raw(order)}`.execute(db);
  const places = sql<Record<string, unknown>>`
    select id, level, districts, municipalities, planned_end, spent::text from projects
    where ${projectId}::integer is null or id = ${projectId}::integer order by id`.execute(db);
  const [forms, projects, quarters, needs, values, columns] = await Promise.all([
    of('public_forms', 'form_id, revision'),
    of('public_projects', 'project_id'),
    of('project_quarters', 'project_id, year, quarter'),
    of('project_needs', 'project_id, year, source'),
    of('earned_values', 'project_id, valid_from'),
    places,
  ]);
  return {
    publicForms: forms.rows,
    publicProjects: projects.rows,
    quarters: quarters.rows,
    needs: needs.rows,
    earnedValues: values.rows,
    projects: columns.rows,
  };
}
