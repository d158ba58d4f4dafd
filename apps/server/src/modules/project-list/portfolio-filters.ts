import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { SET_ASIDE_STATUSES } from '@pimis/domain/portfolio/approved-need';
import { REPORTING_PHASES } from '@pimis/domain/portfolio/late-plan';
import { hasParts } from '@pimis/domain/projects/filter-parts';
import { DECIDED_KEYS, type DecidedKey, decisionSteps } from '@pimis/domain/workflow/decided';
import type { TableField } from '../../platform/lists/table-query.ts';
import { invalidFields } from '../../platform/errors.ts';
import { isPassed } from '../projects/left-phases.ts';
import { isMeasuredOn } from './measured.ts';

/** Filters of the project table for the groupings of the portfolio, so that each number links to its projects. */

export type PortfolioFilter =
  | 'level'
  | 'district'
  | 'municipality'
  | 'isPlanLate'
  | 'reachedPhase'
  | 'passedPhase'
  | 'onList'
  | 'inPlan'
  | 'fiscalNeed'
  | 'measuredOn';

/** A filter's value that selects projects without a value. */
const NONE = 'none';

const endIsPast = (day: string): RawBuilder<boolean> =>
  sql<boolean>`(projects.planned_end < ${day}::date and projects.status = ${sql.lit(PROJECT_STATUS.pending)}
    and projects.phase in (${sql.raw(REPORTING_PHASES.join())}))`;

/** isPlanLate of the domain as SQL, on a day (YYYY-MM-DD); a test compares both. */
export const isPlanLate = (day: string): RawBuilder<boolean> => sql<boolean>`coalesce(${endIsPast(day)}, false)`;

/**
 * hasApprovedNeeds of the domain as SQL (docs/decisions/0204-fiscal-calendar.md); a test compares both. The index
 * projects_approved contains the same SQL for the approval and the plan.
 */
export const IS_APPROVED = sql<boolean>`((projects.commission_approved or projects.planned_end is not null)
  and projects.phase_status not in (${sql.join(SET_ASIDE_STATUSES.map((status) => sql.lit(status)))}))`;

const wrong = (field: string) => invalidFields({ [`filter[${field}]`]: 'InvalidField' });

/** One of several values; `none` selects projects without a value. */
function among(field: string, text: string, isValue: RegExp): { values: string[]; none: boolean } {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part !== NONE && !isValue.test(part))) throw wrong(field);
  return { values: parts.filter((part) => part !== NONE), none: parts.includes(NONE) };
}

function levelIs(text: string): RawBuilder<boolean> {
  const { values, none } = among('level', text, /^[1-3]$/);
  return sql<boolean>`(projects.level = any(${values.map(Number)}::smallint[]) or (${none}::boolean and projects.level is null))`;
}

/** Places are an array: a project with several places is found by each of them. */
const placedIn =
  (field: 'district' | 'municipality', column: string, isValue: RegExp) =>
  (text: string): RawBuilder<boolean> => {
    const { values, none } = among(field, text, isValue);
    return sql<boolean>`(${sql.ref(column)} && ${values}::text[] or (${none}::boolean and ${sql.ref(column)} = '{}'))`;
  };

/** Whether the project has entered, or passed, one of the phases. */
const inPhase =
  (field: 'reachedPhase' | 'passedPhase') =>
  (text: string): RawBuilder<boolean> => {
    const { values: phases, none } = among(field, text, /^\d{1,2}$/);
    if (none) throw wrong(field);
    // A single phase is compared directly, so that its projects come from the index in order and need no sorting.
    const [first] = phases;
    const entered =
      phases.length === 1
        ? sql`entered.phase = ${Number(first)}::integer`
        : sql`entered.phase = any(${phases.map(Number)}::integer[])`;
    const passed = field === 'passedPhase' ? sql`and ${isPassed('entered')}` : sql``;
    return sql<boolean>`exists (select from published.project_phases entered
      where entered.project_id = projects.id and ${entered} ${passed})`;
  };

/**
 * The commission's decision about an item of a list. Like the overview, it takes an item without a phase for an idea.
 */
function isDecided(key: DecidedKey): RawBuilder<boolean> {
  if (key === 'waiting') return sql<boolean>`coalesce(items.decision, 0) = 0`;
  const steps = decisionSteps(key).map(({ phase, action }) => sql`(${sql.lit(phase)}, ${sql.lit(action)})`);
  return sql<boolean>`(coalesce(items.phase, 0), items.decision) in (${sql.join(steps)})`;
}

const isDecision = (text: string): text is DecidedKey => DECIDED_KEYS.some((key) => key === text);

/**
 * Filters by type and name of a list of the commission, as in its URL (3/2026-1), and by the decision
 * (3/2026-1/commissionNo).
 */
function isOnList(text: string): RawBuilder<boolean> {
  const [, type, name, decision] = /^([1-6])\/([^/]+)(?:\/([^/]+))?$/.exec(text) ?? [];
  if (type === undefined || (decision !== undefined && !isDecision(decision))) throw wrong('onList');
  const decided = decision === undefined ? sql`` : sql`and ${isDecided(decision)}`;
  return sql<boolean>`projects.id in (
    select items.project_id from published.project_list_items items
    join published.project_lists lists on lists.id = items.list_id
    where lists.type = ${type}::integer and lists.name = ${name} ${decided})`;
}

/** Earned value does not exist for future days. */
const measuredOn = (today: string) => (text: string) => {
  if (!isDay(text) || text > today) throw wrong('measuredOn');
  return isMeasuredOn(text, text < today);
};

const FISCAL_NEED = /^(?<year>20\d\d|2100)(?::(?<source>.*))?$/su;

/**
 * Approved projects of the fiscal calendar: all of them, those without costs by year (`none`), those with needs in a
 * year ("2027"), or in a year from a source ("2027:Зајам"; nothing after the colon means a source that no form names).
 */
function needsIn(text: string): RawBuilder<boolean> {
  const needs = (more: RawBuilder<unknown>) => sql<boolean>`exists (
    select from published.project_needs needs where needs.project_id = projects.id ${more})`;
  if (text === 'approved') return IS_APPROVED;
  if (text === NONE) return sql<boolean>`(${IS_APPROVED} and not ${needs(sql``)})`;
  const { year, source } = FISCAL_NEED.exec(text)?.groups ?? {};
  if (year === undefined) throw wrong('fiscalNeed');
  const from = source === undefined ? sql`` : sql`and needs.source = ${source}`;
  return sql<boolean>`(${IS_APPROVED} and ${needs(sql`and needs.year = ${Number(year)}::integer ${from}`)})`;
}

export function portfolioFilters(day: string): Record<PortfolioFilter, TableField> {
  const fields: Record<PortfolioFilter, TableField> = {
    level: { column: 'projects.level', kind: 'code', condition: levelIs },
    district: {
      column: 'projects.districts',
      kind: 'code',
      condition: placedIn('district', 'projects.districts', /^\d{2}$/),
    },
    municipality: {
      column: 'projects.municipalities',
      kind: 'code',
      condition: placedIn('municipality', 'projects.municipalities', /^\d{1,8}$/),
    },
    isPlanLate: {
      column: 'projects.planned_end',
      kind: 'boolean',
      // No index supports a function of the column.
      condition: (text) => (text === 'true' ? endIsPast(day) : sql<boolean>`not ${isPlanLate(day)}`),
    },
    reachedPhase: { column: 'projects.phase', kind: 'code', condition: inPhase('reachedPhase') },
    passedPhase: { column: 'projects.phase', kind: 'code', condition: inPhase('passedPhase') },
    onList: { column: 'projects.id', kind: 'code', condition: isOnList },
    /** Whether the project has planned or spent amounts by quarter. */
    inPlan: {
      column: 'projects.id',
      kind: 'boolean',
      condition: (text) => sql<boolean>`${text === 'true' ? sql`exists` : sql`not exists`} (
        select from published.project_quarters quarters where quarters.project_id = projects.id)`,
    },
    fiscalNeed: { column: 'projects.id', kind: 'code', condition: needsIn },
    measuredOn: { column: 'projects.id', kind: 'code', condition: measuredOn(day) },
  };
  for (const [name, field] of Object.entries(fields)) field.hasParts = hasParts(name);
  return fields;
}
