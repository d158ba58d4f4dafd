import type { PublicSort } from '@pimis/contract/open-data';
import { LIST } from '@pimis/domain/workflow/lists';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
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

/**
 * A list is counted up to this number, and its pages end there. Up to this many matches are found first and then
 * sorted; if there are more, rows are read in the order of the list until a page is full.
 */
export const MOST_COUNTED = 2_000;

const rowsFrom = (found: RawBuilder<unknown>, order: RawBuilder<unknown>, today: string) => sql<PublicRow>`
  select project_id as id, number, code, title, organization_id as "organizationId",
         (select name from published.organizations bodies where bodies.id = organization_id) as organization,
         status, sector, districts, value::text as value, planned_end::text as "plannedEnd",
         coalesce(${lateCondition(today)}, false) as late, since::text as since, changed_at as "changedAt"
  from (${found}) page order by ${order}`;

interface Part {
  sort: PublicSort;
  offset: number;
  limit: number;
  /** YYYY-MM-DD. */
  today: string;
}

/** The first rows of a list, without their number. */
export async function readFirstRows(
  db: Database,
  filter: PublicFilter,
  { sort, offset, limit, today }: Part,
): Promise<PublicRow[]> {
  const order = orderOf(sort);
  const found = sql`select * from published.public_projects where ${conditionOf(filter)}
    order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await rowsFrom(found, order, today).execute(db);
  return rows;
}

/** Rows of a page and the total number; `more` if there are more than MOST_COUNTED. */
export async function readPublicRows(
  db: Database,
  filter: PublicFilter,
  part: Part,
): Promise<{ rows: PublicRow[]; total: number; more: boolean }> {
  const matching = await sql<{ id: number }>`
    select project_id as id from published.public_projects where ${conditionOf(filter)} limit ${MOST_COUNTED + 1}`.execute(
    db,
  );
  const ids = matching.rows.map(({ id }) => id);
  if (ids.length > MOST_COUNTED) {
    return { rows: await readFirstRows(db, filter, part), total: MOST_COUNTED, more: true };
  }
  const order = orderOf(part.sort);
  const found = sql`select * from published.public_projects where project_id = any(${ids}::integer[])
    order by ${order} limit ${part.limit} offset ${part.offset}`;
  const { rows } = await rowsFrom(found, order, part.today).execute(db);
  return { rows, total: ids.length, more: false };
}

/** A decision of the commission that accepted a public project. */
export interface NewestDecision {
  number: string;
  title: string;
  list: number;
  date: string;
}

/** Lists that decide on a form of a project; other lists decide on shutting it down. */
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

/** Numbers and last changes of public projects in a range of ids, for the sitemap. */
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
