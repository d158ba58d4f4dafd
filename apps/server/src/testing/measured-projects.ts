import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { MeasuredProjects } from '@pimis/contract/portfolio/progress';
import { addDays, quarterOrder } from '@pimis/domain/dates/dates';
import { createProject } from './projects.ts';
import type { TestServer } from './server.ts';

/** Projects with stored figures of earned value, for the tests of sums and of warnings. */

export const TODAY = '2026-11-24';
/** The first quarter of each plan. */
export const FIRST_QUARTER = quarterOrder({ year: 2026, quarter: 1 });
/** Enough for each phase, rule and bound together. */
export const PROJECTS = 36;

/** Gives the server these projects, with two periods each. Call it at the top of the file. */
export function useMeasuredProjects(server: TestServer): void {
  beforeAll(async () => {
    server.setNow(new Date(`${TODAY}T09:00:00Z`));
    for (let made = 0; made < PROJECTS; made += 1) {
      await createProject(server, made % 3 === 2 ? 'other.user' : 'local.user', { sector: 1 + (made % 4) });
    }
    const { db } = server.context;
    await sql`
      update projects set phase = (array[5, 12, 5, 6, 2])[1 + id % 5], total_value = 1000000.01 * (id % 7),
        waiting_since = ${TODAY}::timestamptz - make_interval(days => id % 90)`.execute(db);
    await sql`update project_phases set phase = projects.phase from projects where projects.id = project_id`.execute(
      db,
    );
    // Two periods of each project: the first without, the second mostly with an approved report.
    await sql`
      insert into earned_values (project_id, valid_from, valid_to, plan_ordinal, planned_start, planned_end, bac)
      select id, ${TODAY}::date - 400, ${TODAY}::date - 100 + id, 1, '2025-10-01', '2027-01-01', 100 from projects
      where id % 9 > 0`.execute(db);
    await sql`
      insert into earned_values (project_id, valid_from, plan_ordinal, planned_first, planned, planned_start, planned_end, bac, year,
        quarter, pv, ev, ac)
      select project_id, valid_to, 2, ${sql.lit(FIRST_QUARTER)}, array[10.01, 20.02 * project_id, 30.03 * project_id], planned_start, planned_end, 1000.01 * project_id, figures.year,
             case when figures.year is not null then 2 end, 100.05 * figures.year, 99.95 * figures.year, 90 * figures.year
      from earned_values
      cross join lateral (select case when project_id % 7 > 0 then 2026 end as year) figures`.execute(db);
    // The projects have had their present state since before all of these days except the earliest.
    await sql`delete from project_history where valid_to is not null`.execute(db);
    await sql`update project_history set valid_from = ${addDays(TODAY, -500)}::timestamptz`.execute(db);
  });
}

/** All pages of measured projects that an account gets. */
export async function measuredFor(server: TestServer, login: string, query: string) {
  const found: MeasuredProjects['projects'] = [];
  let after = '';
  do {
    const page: { payload: MeasuredProjects | null } = await server.call<MeasuredProjects>(
      login,
      'GET',
      `portfolio/progress/projects?${query}${after && `&after=${after}`}`,
    );
    found.push(...(page.payload?.projects ?? []));
    after = page.payload?.next ?? '';
  } while (after);
  return found;
}

/** Writes the state of a project for a period; fields that are not given have their present value. */
export const enterHistory = (
  server: TestServer,
  id: number | undefined,
  was: { phase?: number; phaseStatus?: number },
  from: string,
  to: string | null,
): Promise<unknown> =>
  sql`insert into project_history (project_id, valid_from, valid_to, name, code, phase, phase_status, status, total_value,
      proposer_organization_id, foreign_funds, important, commission_approved)
    select id, ${from}::date, ${to}::date, name, code, coalesce(${was.phase ?? null}::smallint, phase),
      coalesce(${was.phaseStatus ?? null}::smallint, phase_status), status, total_value, proposer_organization_id, foreign_funds,
      important, commission_approved
    from projects where id = ${id}`.execute(server.context.db);
