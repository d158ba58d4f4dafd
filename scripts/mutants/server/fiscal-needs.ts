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
  ...of('migrations/functions/fiscal_needs.sql', CALENDAR, [
    ["where jsonb_typeof(input -> 'implementation') is distinct from 'array'", ''],
    ['sum(share) over (order by named.source) - share as before', 'sum(share) over (order by named.source) as before'],
    ['- round(years.amount * before / whole, 2) as amount', 'as amount'],
    ["select '', 0, 1, 1 where not exists (select from named)", "select '', 0, 1, 1 where false"],
    ["where costs.year ~ '^(20[0-9]{2}|2100)$' ", ''],
    ['(20[0-9]{2}|2100)', '(20[0-9]{2})'],
    ["fiscal_amount(plan #>> '{q4,amount}') as amount", '0 as amount'],
    ["having sum(fiscal_amount(row ->> 'localAmount')) > 0", ''],
    ["where row ->> 'source' <> '' group", 'group'],
    ["case when given ~ '^[0-9]{1,15}([.][0-9]{1,2})?$' then given::numeric else 0 end", 'given::numeric'],
    ["left(row ->> 'source', 100)", "row ->> 'source'"],
  ]),
  ...of('migrations/functions/refresh_project_needs.sql', CALENDAR, [
    ['delete from project_needs where project_id = any(ids);', ''],
    ['order by plans.ordinal desc limit 1', 'order by plans.ordinal limit 1'],
    ['order by revision desc limit 1) newest', 'order by revision limit 1) newest'],
    ['and forms.status = 4 and', 'and'],
    ['order by planned desc limit 1', 'order by planned limit 1'],
    [
      "and forms.code not in ('plan', 'korekcija')",
      '',
      'A project with an approved plan or correction has a plan in force, which comes first.',
    ],
    ['phases.started_at desc, forms.ordinal desc', 'phases.started_at, forms.ordinal desc'],
    ['least(needs.amount, 999999999999999.99)', 'needs.amount'],
    ['when ((new.status = 4) <> (old.status = 4) or', 'when (new.status = 4 or'],
    ['array[old.project_id, new.project_id]', 'array[new.project_id]'],
  ]),
];
