import { sql } from 'kysely';
import { plain } from '@pimis/markdown/plain';
import type { Database } from '../../platform/database/database.ts';

/** The purpose of a project in plain words. */
export interface Purpose {
  description: string | null;
  goals: string | null;
}

/** The fields of forms that describe the purpose, the most direct first. */
const PLACES: Readonly<Record<keyof Purpose, readonly string[]>> = {
  description: [
    'basic,description',
    'description,summary',
    'description,purpose',
    'description,problem',
    'description',
  ],
  goals: ['description,goals'],
};

/** The first place that has a text. */
const textAt = (places: readonly string[]) =>
  sql`coalesce(${sql.join(
    places.map((place) => {
      const value = sql`newest.input #> ${`{${place}}`}::text[]`;
      return sql`case json_typeof(${value}) when 'string' then nullif(btrim(newest.input #>> ${`{${place}}`}::text[]), '') end`;
    }),
  )})`;

/** The purpose from the newest forms that state it; a new form counts after its first save. */
export async function purposeOf(db: Database, projectId: number): Promise<Purpose> {
  const { rows } = await sql<Purpose>`
    select ${textAt(PLACES.description)} as description, ${textAt(PLACES.goals)} as goals
    from published.project_forms forms
    join published.project_phases phases on phases.id = forms.project_phase_id
    join lateral (select input from published.form_revisions
                  where form_id = forms.id order by revision desc limit 1) newest on true
    where forms.project_id = ${projectId}
    order by phases.started_at desc, forms.ordinal desc, forms.id desc`.execute(db);
  const first = (key: keyof Purpose) => rows.find((row) => row[key] !== null)?.[key] ?? null;
  const [description, goals] = [first('description'), first('goals')];
  return { description: description && plain(description), goals: goals && plain(goals) };
}
