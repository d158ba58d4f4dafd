import type { PublicSort } from '@pimis/contract/open-data';
import { LIST } from '@pimis/domain/workflow/lists';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { conditionOf, lateCondition, orderOf, type PublicFilter } from './filter.ts';

/** Codes and names of the districts. */
export { districtsOf as readDistricts } from './queries.ts';

/** Lists of public projects as rows, for pages and tables; whole projects are read by readPublicFacts. */

/** A public project in a list. `value` is a decimal string in RSD, days are YYYY-MM-DD. */
export interface PublicRow {
  id: number;
  number: string;
  code: string;
  title: string;
  organizationId: string;
  organization: string;
  status: string;
  sector: number;
  districts: string[];
  value: string | null;
  plannedEnd: string | null;
  late: boolean;
  since: string;
  changedAt: Date;
}

/** A list is counted up to this. */
export const MOST_COUNTED = 10_000;
/** From so many on, rows are read in the order of the list until a page is full; fewer are found first, then sorted. */
const MANY = 2_000;

/** Rows of a page, and how many there are in all; `more` when there are more than MOST_COUNTED. */
export async function readPublicRows(
  db: Database,
  filter: PublicFilter,
  { sort, offset, limit, today }: { sort: PublicSort; offset: number; limit: number; today: string },
): Promise<{ rows: PublicRow[]; total: number; more: boolean }> {
  const condition = conditionOf(filter);
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select from published.public_projects where ${condition} limit ${MOST_COUNTED + 1}) found`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  const order = orderOf(sort);
  const found =
    count > MANY
      ? sql`select * from published.public_projects where ${condition} order by ${order} limit ${limit} offset ${offset}`
      : sql`select * from (select * from published.public_projects where ${condition} offset 0) found
            order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await sql<PublicRow>`
    select project_id as id, number, code, title, organization_id as "organizationId",
           (select name from published.organizations bodies where bodies.id = organization_id) as organization,
           status, sector, districts, value::text as value, planned_end::text as "plannedEnd",
           coalesce(${lateCondition(today)}, false) as late, since::text as since, changed_at as "changedAt"
    from (${found}) page order by ${order}`.execute(db);
  return { rows, total: Math.min(count, MOST_COUNTED), more: count > MOST_COUNTED };
}

/** A decision of the commission that accepted a public project. */
export interface NewestDecision {
  number: string;
  title: string;
  list: number;
  date: string;
}

/** Lists on forms of a project; the others are on shutting it down. */
const OF_PROJECTS: readonly number[] = [LIST.idea, LIST.identification, LIST.preparedness, LIST.correction];

/** The newest accepting decisions, newest first. */
export async function readNewestDecisions(db: Database, limit: number): Promise<NewestDecision[]> {
  const { rows } = await sql<NewestDecision>`
    select projects.number, projects.title, decisions.type as list,
           coalesce(decisions.decision_date, (decisions.decided_at at time zone 'Europe/Belgrade')::date)::text as date
    from published.public_decisions decisions
    join published.public_projects projects on projects.project_id = decisions.project_id
    where decisions.decision = 1 and decisions.type = any(${[...OF_PROJECTS]}::smallint[])
    order by decisions.decided_at desc, decisions.project_id limit ${limit}`.execute(db);
  return rows;
}

/** A public body with public projects. */
export async function readPublicBody(db: Database, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select bodies.id, bodies.name from published.organizations bodies
    where bodies.id = ${id}
      and exists (select from published.public_projects projects where projects.organization_id = bodies.id)`.execute(
    db,
  );
  return rows[0];
}

/** Numbers of the public projects whose ids lie between two, with their last change; for the sitemap. */
export async function readPublicNumbers(
  db: Database,
  first: number,
  last: number,
): Promise<{ number: string; changedAt: Date }[]> {
  const { rows } = await sql<{ number: string; changedAt: Date }>`
    select number, changed_at as "changedAt" from published.public_projects
    where project_id between ${first} and ${last} order by project_id`.execute(db);
  return rows;
}

/** The highest id of a public project; 0 without any. */
export async function highestPublicId(db: Database): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(project_id) as highest from published.public_projects`.execute(db);
  return rows[0]?.highest ?? 0;
}
