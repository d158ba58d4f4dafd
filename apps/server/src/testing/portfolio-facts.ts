import { sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type Quarter, quarterOrder } from '@pimis/domain/dates/dates';
import { statusQuarter } from '@pimis/domain/indicators/measured-periods';
import { hasApprovedNeeds } from '@pimis/domain/portfolio/approved-need';
import { type WarningFacts, type WarningKey, warningsOf } from '@pimis/domain/portfolio/warnings';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Database } from '../platform/database/database.ts';

/**
 * The contribution of one project to the portfolio, from its own rows: tests add these up and compare. Days are
 * YYYY-MM-DD.
 */
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
  measured: { bac: string; pv: string; ev: string; ac: string; isOlder: boolean } | null;
  /** Warnings of the domain's rules for today. */
  warnings: WarningKey[];
}

/** Input of the rules of warnings, with whole numbers as texts. */
interface Warned {
  phase: number;
  phaseStatus: number;
  isPending: boolean;
  waitingSince: string | null;
  plan: { start: string | null; end: string | null; bac: string } | null;
  measured: { year: number; quarter: number; spi: string | null; cpi: string | null; eac: string | null } | null;
}

function warningFacts({ plan, measured, ...state }: Warned): WarningFacts {
  const whole = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    ...state,
    plan: plan && { ...plan, bac: BigInt(plan.bac) },
    measured: measured && {
      at: { year: measured.year, quarter: measured.quarter },
      spi: whole(measured.spi),
      cpi: whole(measured.cpi),
      eac: whole(measured.eac),
    },
  };
}

interface Kept {
  bac: string;
  ev: string;
  ac: string;
  at: Quarter;
  first: number;
  planned: string[];
}

/** Figures of a project in a group: planned up to the common status day. */
function measuredAt({ bac, ev, ac, at, first, planned }: Kept, day: string) {
  const status = quarterOrder(statusQuarter(day));
  const pv = status < first ? '0.00' : (planned[Math.min(status - first, planned.length - 1)] ?? '0.00');
  return { bac, ev, ac, pv, isOlder: quarterOrder(at) < status };
}

/** The facts of every project, by its code. One project is read for itself in each part: nothing is summed here. */
export async function portfolioFacts(db: Database, day: string): Promise<ReadonlyMap<string, PortfolioFacts>> {
  const all = (rows: ReturnType<typeof sql>) => sql`coalesce((select json_agg(part) from (${rows}) part), '[]')`;
  const holds = sql`project_id = projects.id and valid_from <= ${day}::date and valid_to > ${day}::date`;
  const { rows } = await sql<
    Omit<PortfolioFacts, 'warnings' | 'measured' | 'isApproved'> & {
      warned: Warned;
      kept: Kept | null;
      approval: Parameters<typeof hasApprovedNeeds>[0];
    }
  >`
    select code::text as code, (created_at at time zone 'Europe/Belgrade')::date::text as opened,
      planned_end::text as "plannedEnd", districts, spent::text as spent,
      json_build_object('commissionApproved', commission_approved, 'plannedEnd', planned_end, 'phaseStatus', phase_status) as approval,
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
      (select json_build_object('bac', bac::text, 'ev', ev::text, 'ac', ac::text, 'at', json_build_object('year', year, 'quarter', quarter),
          'first', planned_first, 'planned', planned::text[]) from earned_values
        where ${holds} and pv is not null) as kept,
      json_build_object('phase', phase, 'phaseStatus', phase_status, 'isPending', status = ${PROJECT_STATUS.pending},
        'waitingSince', case when cardinality(open_steps) > 0 then (waiting_since at time zone 'Europe/Belgrade')::date end,
        'plan', (select json_build_object('start', planned_start, 'end', planned_end, 'bac', (bac * 100)::bigint::text)
          from earned_values where ${holds}),
        'measured', (select json_build_object('year', year, 'quarter', quarter, 'spi', spi::text, 'cpi', cpi::text,
            'eac', (eac * 100)::bigint::text)
          from earned_values where ${holds} and year is not null)) as warned
    from projects`.execute(db);
  return new Map(
    rows.map(({ warned, kept, approval, ...row }) => [
      row.code,
      {
        ...row,
        isApproved: hasApprovedNeeds(approval),
        measured: kept && measuredAt(kept, day),
        warnings: warningsOf(warningFacts(warned), day),
      },
    ]),
  );
}

const FIRST_QUARTER = quarterOrder({ year: 2026, quarter: 1 });

/** Figures that differ by project, as the steps of a project would leave them, for every project but one. */
export async function addFigures(db: Database, day: string, but = ''): Promise<void> {
  const others = sql`(select id from projects where code <> ${but}) projects`;
  const statements = [
    // Quarters of two years, with some between them in which no project has an amount.
    sql`insert into project_quarters (project_id, year, quarter, planned, spent)
      select id, year, quarter, 100.01 * id * quarter, case when year = 2025 then 33.33 * id else 0 end
      from ${others}, unnest(array[2025, 2027]) year, unnest(array[1, 3]) quarter where (id + quarter) % 4 > 0`,
    sql`update project_phases set started_at = started_at - make_interval(hours => 11 * (project_id % 60)),
      closed_at = case when project_id % 2 = 0 then started_at + make_interval(hours => 5 * (project_id % 70)) end,
      status = case when project_id % 2 = 0 then ${PHASE_STATUS.approved} else status end
      from ${others} where projects.id = project_id`,
    sql`insert into project_phases (project_id, phase, status, started_at, closed_at)
      select id, 0, ${PHASE_STATUS.approved}::smallint, ${day}::timestamptz - make_interval(hours => 17 * (id % 90) + 9), ${day}::timestamptz from ${others} where id % 4 > 1
      on conflict (project_id, phase) do nothing`,
    sql`insert into project_lists (type, name) values (1, 'Прва'), (2, 'Друга')`,
    sql`insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
      select lists.id, projects.id, projects.id, 1, jsonb_build_object('phase', (array[0, 2, 10])[1 + projects.id % 3]), nullif(projects.id % 4, 0)
      from ${others} join project_lists lists on lists.name in ('Прва', 'Друга') and (projects.id + lists.id) % 3 > 0`,
    sql`insert into project_needs (project_id, year, source, amount, planned)
      select id, 2026 + id % 3, source, 700.07 * id, id % 4 = 0 from ${others}, unnest(array['', 'Зајам', 'Буџет']) source
      where (id + length(source)) % 5 > 1`,
    sql`insert into appropriations (id, budget_year, organization_code, amount, current_amount)
      select 900000 + number, 2026 + number % 2, '1', 1, 1000.01 * number from generate_series(1, 4) number`,
    sql`insert into project_appropriations (project_id, appropriation_id)
      select id, 900000 + number from ${others}, generate_series(1, 4) number where (id + number) % 3 = 0`,
    // At the limits of the rules that warn, and beyond them.
    sql`insert into earned_values (project_id, valid_from, plan_ordinal, bac, year, quarter, pv, ev, ac, spi, cpi, eac,
        planned_start, planned_end, planned_first, planned)
      select id, '2026-01-01', 1, 900.09 * id, 2026, 1 + id / 6 % 2, 300.03 * id, 290.01 * id, 310.17 * id,
        (array[899, 900])[1 + id / 6 % 2], (array[900, 899])[1 + id / 6 % 2], trunc(900.09 * id * (1.1 + 0.01 * (id / 6 % 2)), 2),
        '2026-01-01', ${day}::date - id / 6 % 2, ${sql.lit(FIRST_QUARTER)} + id % 3, array[100.01 * id, 300.03 * id]
      from ${others} where id % 3 > 0`,
  ];
  for (const statement of statements) await statement.execute(db);
}
