import { of } from './server-mutant.ts';

const CALENDAR = ['modules/fiscal-calendar/fiscal-calendar'];
const SCENARIOS = ['modules/scenarios/scenarios'];

/** Needs by fiscal year, and ceilings. */
export const FISCAL_NEEDS = [
  ...of('modules/project-list/portfolio-filters.ts', CALENDAR, [
    ['(projects.commission_approved or projects.planned_end is not null)', 'true'],
    ['(projects.commission_approved or projects.planned_end is not null)', '(projects.planned_end is not null)'],
    ['(projects.commission_approved or projects.planned_end is not null)', 'projects.commission_approved'],
  ]),
  ...of('modules/fiscal-calendar/calendar.ts', CALENDAR, [
    ['where ${condition} and ${IS_APPROVED}\n      group by', 'where ${IS_APPROVED}\n      group by'],
    ['where ${condition} and ${IS_APPROVED}\n        and not', 'where ${IS_APPROVED}\n        and not'],
    ['where ${condition} and ${IS_APPROVED}\n        and not', 'where ${condition}\n        and not'],
    ['and not exists (select from published.project_needs needs where needs.project_id = projects.id)', ''],
    ['where ${condition})\n      group by given', ')\n      group by given'],
    ['where ${condition} and ${IS_APPROVED} and needs.year', 'where ${IS_APPROVED} and needs.year'],
    ['needs.source = ${needSource ?? NO_SOURCE}', 'true'],
    ['projects.sector = ${sector}::integer)', 'true)'],
  ]),
  ...of('modules/fiscal-calendar/calendar.ts', CALENDAR, [
    ['where ${condition} and ${IS_APPROVED} and projects.id <>', 'where ${IS_APPROVED} and projects.id <>'],
    ['where ${condition} and ${IS_APPROVED} and projects.id <>', 'where ${condition} and projects.id <>'],
    ['and projects.id <> all (${[...without]}::integer[])', ''],
  ]),
  ...of('modules/fiscal-calendar/ceilings.ts', CALENDAR, [
    ['where ceilings.amount is not null', ''],
    ['and ceilings.sector is not distinct from ${sector}::integer', ''],
    ['if ((before?.revision ?? 0) !== input.revision) {', 'if (false) {'],
    ['if (before && before.amount === amount) {', 'if (false && before) {'],
    ['revision: input.revision + 1', 'revision: input.revision'],
    ['before: before ? { ...place, amount: before.amount } : null,', 'before: null,'],
    ['and own.sector is not distinct from ${place.sector}::integer', ''],
    ['await sql`select pg_advisory_xact_lock(${CEILING_LOCK}, ${input.year}::integer)`.execute(tx);', ''],
  ]),
  ...of('modules/fiscal-calendar/ceilings.ts', SCENARIOS, [
    ['revisions.until > ${since} or revisions.until is null', 'revisions.until is null'],
    ["known.first > ${since} then (known.amounts::jsonb || 'null'::jsonb)::json", 'false then null'],
    ['where entered.sector is null and entered.changed_at', 'where entered.changed_at'],
    [
      'and entered.changed_at > ${since}`',
      '`',
      'It only saves time: an unchanged ceiling has the amount of the scenario, or the author has set another.',
    ],
  ]),
];
