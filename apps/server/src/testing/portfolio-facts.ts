import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** What one project brings to the portfolio, as its own rows have it: tests add these up and compare. Days are YYYY-MM-DD. */
export interface PortfolioFacts {
  code: string;
  opened: string;
  plannedEnd: string | null;
  districts: string[];
  spent: string;
  isApproved: boolean;
  quarters: { year: number; quarter: number; planned: string; spent: string }[];
  /** Phases that it has entered, with the days that each took; null while one lasts. */
  phases: { phase: number; days: number | null }[];
  lists: { list: string; phase: number; decision: number }[];
  needs: { year: number; source: string; amount: string }[];
  appropriations: { id: number; year: number; amount: string }[];
  /** Earned value today; null without an approved plan and report. */
  measured: { bac: string; pv: string; ev: string; ac: string } | null;
}

/** The facts of every project, by its code. One project is read for itself in each part: nothing is summed here. */
export async function portfolioFacts(db: Database, day: string): Promise<ReadonlyMap<string, PortfolioFacts>> {
  const all = (rows: ReturnType<typeof sql>) => sql`coalesce((select json_agg(part) from (${rows}) part), '[]')`;
  const { rows } = await sql<PortfolioFacts>`
    select code::text as code, (created_at at time zone 'Europe/Belgrade')::date::text as opened,
      planned_end::text as "plannedEnd", districts, spent::text as spent,
      commission_approved or exists (select from project_needs where project_id = projects.id and planned) as "isApproved",
      ${all(sql`select year, quarter, planned::text, spent::text from project_quarters where project_id = projects.id`)} as quarters,
      ${all(sql`select phase, (closed_at at time zone 'Europe/Belgrade')::date
          - (started_at at time zone 'Europe/Belgrade')::date as days
        from project_phases where project_id = projects.id`)} as phases,
      ${all(sql`select type || '/' || lists.name as list, coalesce((snapshot ->> 'phase')::integer, 0) as phase,
          coalesce(decision, 0) as decision
        from project_list_items join project_lists lists on lists.id = list_id where project_id = projects.id`)} as lists,
      ${all(sql`select year, source, amount::text from project_needs where project_id = projects.id`)} as needs,
      ${all(sql`select given.id, budget_year as year, current_amount::text as amount
        from project_appropriations join appropriations given on given.id = appropriation_id
        where project_id = projects.id`)} as appropriations,
      (select json_build_object('bac', bac::text, 'pv', pv::text, 'ev', ev::text, 'ac', ac::text) from earned_values
        where project_id = projects.id and valid_from <= ${day}::date and valid_to > ${day}::date and pv is not null) as measured
    from projects`.execute(db);
  return new Map(rows.map((row) => [row.code, row]));
}
