import { sql } from 'kysely';
import type { MeasuredProject, MeasuredProjects } from '@pimis/contract/portfolio/progress';
import type { Database } from '../../platform/database/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { factsOf, type ProgressScope } from './facts.ts';
import { figuresOf, type Sums } from './figures.ts';

type Row = Sums &
  Pick<MeasuredProject, 'code' | 'name' | 'organizationName'> & { id: number; year: number; quarter: number };

/** The row after which a page begins, as in `1000.00_17`. Error: ValidationError for anything else. */
function placeOf(text: string): { bac: string; id: number } {
  const [bac = '', id = ''] = text.split('_');
  if (!/^\d{1,17}\.\d{2}$/.test(bac) || !/^\d{1,9}$/.test(id)) throw invalidFields({ after: 'InvalidField' });
  return { bac, id: Number(id) };
}

/** A page of the measured projects of a filter on a day, those with the largest budget first. */
export async function readMeasuredProjects(
  db: Database,
  scope: ProgressScope,
  after: string | undefined,
  perPage: number,
): Promise<MeasuredProjects> {
  const from = after ? placeOf(after) : null;
  const behind = from ? sql`where (facts.bac, -facts.id) < (${from.bac}::numeric, ${-from.id}::integer)` : sql``;
  const { rows } = await sql<Row>`
    with page as (
      select facts.* from (${factsOf(scope, true)}) facts ${behind}
      order by facts.bac desc, facts.id limit ${perPage + 1})
    select facts.id, project.code::text as code, project.name, organizations.name as "organizationName", facts.year,
           facts.quarter, facts.bac::numeric(24, 2)::text as bac, facts.pv::numeric(24, 2)::text as pv,
           facts.ev::numeric(24, 2)::text as ev, facts.ac::numeric(24, 2)::text as ac
    from page facts
    join published.projects project on project.id = facts.id
    join published.organizations organizations on organizations.id = facts.organization_id
    order by facts.bac desc, facts.id`.execute(db);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    day: scope.day,
    projects: page.map(({ id: _id, code, name, organizationName, year, quarter, ...sums }) => ({
      code,
      name,
      organizationName,
      quarter: { year, quarter },
      ...figuresOf(sums),
    })),
    next: rows.length > perPage && last ? `${last.bac}_${last.id}` : null,
  };
}
