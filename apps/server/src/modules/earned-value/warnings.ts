import { type RawBuilder, sql } from 'kysely';
import type { PortfolioWarning, PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import { quarterEnd, quarterOrder } from '@pimis/domain/dates/dates';
import { fromThousandths } from '@pimis/domain/indicators/earned-value';
import { lastEndedQuarter } from '@pimis/domain/indicators/measured-periods';
import {
  EAC_LIMIT_PERCENT,
  INDEX_LIMIT,
  rulesBeside,
  WARNING_KEYS,
  type WarningKey,
} from '@pimis/domain/portfolio/warnings';
import { REPORTING_PHASES } from '@pimis/domain/portfolio/late-plan';
import { STATUSES, stepNormDays } from '@pimis/domain/workflow/statuses';
import type { Database } from '../../platform/database/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { factsOf, type ProgressScope } from './facts.ts';

const NORM_DAYS = sql.raw(
  `case facts.phase_status ${STATUSES.map(({ id }) => `when ${id} then ${stepNormDays(id)}`).join(' ')} end`,
);
/** Without a plan every figure is null, and no comparison holds. */
const reports = sql`facts.pending and facts.phase in (${sql.join(REPORTING_PHASES.map((phase) => sql.lit(phase)))})`;

/** SQL: whether a rule warns of a row of `facts` on a day, as `warningsOf` of the domain; the test compares both. */
export function warningCondition(key: WarningKey, day: string): RawBuilder<boolean> {
  const due = lastEndedQuarter(day);
  switch (key) {
    case 'lowSpi':
      return sql<boolean>`(${reports} and facts.spi < ${sql.lit(Number(INDEX_LIMIT))})`;
    case 'lowCpi':
      return sql<boolean>`(${reports} and facts.cpi < ${sql.lit(Number(INDEX_LIMIT))})`;
    case 'noReport':
      return sql<boolean>`(${reports} and facts.planned_start <= ${quarterEnd(due)}::date
        and coalesce(facts.year * 4 + facts.quarter < ${sql.lit(quarterOrder(due))}, true))`;
    case 'plannedEndGone':
      // isPlanLate of the domain.
      return sql<boolean>`(${reports} and facts.planned_end < ${day}::date)`;
    case 'eacOverEstimate':
      return sql<boolean>`(${reports} and facts.eac * 100 > facts.bac * ${sql.lit(100 + Number(EAC_LIMIT_PERCENT))})`;
    case 'waitingTooLong':
      return sql<boolean>`(facts.pending and case when facts.waiting_at_latest_since + ${NORM_DAYS} < ${day}::date then true
        else facts.waiting_since + ${NORM_DAYS} < ${day}::date end)`;
  }
}

type Row = Omit<PortfolioWarning, 'key' | 'further' | 'quarter' | 'spi' | 'cpi'> & {
  further: WarningKey[];
  id: number;
  year: number | null;
  quarter: number | null;
  spi: string | null;
  cpi: string | null;
};

interface Place {
  key: WarningKey;
  value: string;
  id: number;
}

const isKey = (text: string | undefined): text is WarningKey => WARNING_KEYS.some((key) => key === text);

/** The row after which a page begins, as in `lowSpi_1000.00_17`. Error: ValidationError for anything else. */
function placeOf(text: string): Place {
  const [key, value = '', id = ''] = text.split('_');
  if (!isKey(key) || !/^\d{1,17}\.\d{2}$/.test(value) || !/^\d{1,9}$/.test(id))
    throw invalidFields({ after: 'InvalidField' });
  return { key, value, id: Number(id) };
}

/** The rules of a list that warn of a row of `facts`, as an array. */
const raisedAmong = (keys: readonly WarningKey[], day: string): RawBuilder<WarningKey[]> =>
  sql<
    WarningKey[]
  >`array_remove(array[${sql.join(keys.map((key) => sql`case when ${warningCondition(key, day)} then ${key} end`))}]::text[], null)`;

/**
 * Projects that one rule warns of, those with the highest value first, with further rules of the same kind. Projects
 * with a heavier warning of that kind are left out, unless the caller asked for this rule.
 */
async function raised(
  db: Database,
  scope: ProgressScope,
  { key, isAsked }: { key: WarningKey; isAsked: boolean },
  after: Place | null,
  most: number,
) {
  const beside = rulesBeside(key);
  const heavier = isAsked ? [] : beside.filter((other) => WARNING_KEYS.indexOf(other) < WARNING_KEYS.indexOf(key));
  const first = heavier.map((other) => sql`and (${warningCondition(other, scope.day)}) is not true`);
  const further = beside.length === 0 ? sql`array[]::text[]` : raisedAmong(beside, scope.day);
  const behind = after
    ? sql`and (facts.total_value, -facts.id) < (${after.value}::numeric, ${-after.id}::integer)`
    : sql``;
  const { rows } = await sql<Row>`
    with page as (
      select facts.* from (${factsOf(scope, key !== 'waitingTooLong' && key !== 'noReport' && key !== 'plannedEndGone')}) facts
      where ${warningCondition(key, scope.day)} ${first.length === 0 ? sql`` : sql.join(first, sql` `)} ${behind}
      order by facts.total_value desc, facts.id limit ${most})
    select facts.id, ${further} as further, project.code::text as code, project.name, organizations.name as "organizationName",
           facts.total_value::text as value, facts.phase, facts.phase_status as "phaseStatus",
           facts.planned_end::text as "plannedEnd", facts.waiting_since::text as "waitingSince", facts.year, facts.quarter,
           facts.bac::text as bac, facts.spi::text as spi, facts.cpi::text as cpi, facts.eac::numeric(30, 2)::text as eac
    from page facts
    join published.projects project on project.id = facts.id
    join published.organizations organizations on organizations.id = facts.organization_id
    order by facts.total_value desc, facts.id`.execute(db);
  return rows;
}

/** An index in thousandths as published decimal text. */
export const indexText = (text: string | null) => (text === null ? null : fromThousandths(BigInt(text)));

function warningOf(key: WarningKey, row: Row): PortfolioWarning {
  const { code, name, organizationName, value, phase, phaseStatus, plannedEnd, waitingSince, bac, eac } = row;
  const quarter = row.year === null || row.quarter === null ? null : { year: row.year, quarter: row.quarter };
  const indexes = { spi: indexText(row.spi), cpi: indexText(row.cpi) };
  const project = { code, name, organizationName, value, phase, phaseStatus };
  return { key, further: row.further, ...project, plannedEnd, waitingSince, quarter, bac, ...indexes, eac };
}

/**
 * A page of the projects with warnings, by the weight of their heaviest rule of a kind and then by their value: a
 * project can appear once for its works and once for a waiting step. Each rule has its own query, so that a page only
 * reads the rules that it shows. Error: ValidationError for an unknown rule or key, and for a key of another rule.
 */
export async function readWarnings(
  db: Database,
  scope: ProgressScope,
  asked: { rule?: string | undefined; after?: string | undefined },
  perPage: number,
): Promise<PortfolioWarnings> {
  const { rule, after } = asked;
  if (rule !== undefined && !isKey(rule)) throw invalidFields({ rule: 'InvalidField' });
  const from = after ? placeOf(after) : null;
  const keys = rule === undefined ? WARNING_KEYS : [rule];
  // A key of another rule would restart at the first page.
  if (from && !keys.includes(from.key)) throw invalidFields({ after: 'InvalidField' });
  const found: { key: WarningKey; row: Row }[] = [];
  for (const key of from ? keys.slice(keys.indexOf(from.key)) : keys) {
    const most = perPage + 1 - found.length;
    if (most <= 0) break;
    const rows = await raised(db, scope, { key, isAsked: rule !== undefined }, from?.key === key ? from : null, most);
    found.push(...rows.map((row) => ({ key, row })));
  }
  const page = found.slice(0, perPage);
  const last = page.at(-1);
  return {
    day: scope.day,
    warnings: page.map(({ key, row }) => warningOf(key, row)),
    next: found.length > perPage && last ? `${last.key}_${last.row.value}_${last.row.id}` : null,
  };
}
