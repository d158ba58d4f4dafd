import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormCode } from '@pimis/domain/forms/titles';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Context } from '../../apps/server/src/platform/context.ts';
import type { Tx } from '../../apps/server/src/platform/database/database.ts';
import { bringAll } from '../../apps/server/src/modules/projections/compute.ts';
import { EARNED_VALUES } from '../../apps/server/src/modules/projections/earned-values.ts';
import { MONEY } from '../../apps/server/src/modules/projections/money.ts';
import { NEEDS } from '../../apps/server/src/modules/projections/needs.ts';
import { dropIndexes } from '../../apps/server/src/seed/bulk-indexes.ts';

/** One of this many projects is in realization. */
const ONE_OF = 10;
const QUARTERS = 12;
const MOST_REPORTS = 6;
/** The first quarter of the earliest plans, and how many quarters later the latest begin. */
const FIRST_YEAR = 2024;
const SPREAD = 14;
/** The last quarter that has a report, counted from the first one of FIRST_YEAR. */
const LAST_REPORTED = 10;
/** Days from the end of a quarter to the approval of its report. */
const APPROVED_AFTER_DAYS = 20;
/** Projects whose figures are computed by one statement. */
const AT_ONCE = 100;
const APPROVED = sql.lit(PHASE_STATUS.approved);
const ENTRY = sql.lit(PHASE_STATUS.entry);

const version = (code: FormCode) => {
  const definition = findFormDefinition(code);
  if (!definition) throw new Error(`No form ${code}`);
  return sql.lit(definition.version);
};

/**
 * Gives every tenth project of a load data set a realization: a plan in force of three activities over twelve quarters,
 * and up to six approved reports, some of them late or over their plan. Also sets places and level of all projects, and
 * the days on which phases closed. Uses bulk SQL that bypasses the triggers; projections are computed afterwards. Does
 * nothing if there are plans already.
 */
export async function addRealization(context: Context): Promise<void> {
  const { rows } = await sql<{ planned: boolean; kept: boolean }>`
    select exists (select from project_plans) as planned, exists (select from earned_values) as kept`.execute(
    context.db,
  );
  const [has] = rows;
  if (has?.kept) return;
  if (!has?.planned) {
    await context.db.transaction().execute(async (tx) => {
      await prepare(tx);
      // Every project and phase changes: their indexes are made again afterwards, which is faster, and leaves them small.
      const indexes = await dropIndexes(tx, ['projects', 'project_phases']);
      await placeProjects(tx);
      await chooseProjects(tx);
      await insertPhases(tx);
      for (const statement of indexes) await sql.raw(statement).execute(tx);
      await insertPlans(tx);
      await insertReports(tx);
    });
    // Without statistics of the new rows the functions below would read whole tables again and again.
    await sql`analyze project_plans, project_forms, form_revisions, project_activities`.execute(context.db);
  }
  await context.db.transaction().execute(async (tx) => {
    await prepare(tx);
    const indexes = await dropIndexes(tx, ['projects', 'project_visibility']);
    await keepFigures(tx);
    await copyToVisibility(tx);
    for (const statement of indexes) await sql.raw(statement).execute(tx);
  });
  await sql`vacuum analyze`.execute(context.db);
}

/** No limit of time, memory for sorting and indexes, and no triggers: the database has no other users now. */
async function prepare(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
  await sql`set local work_mem = '128MB'`.execute(tx);
  await sql`set local session_replication_role = replica`.execute(tx);
}

/** Everywhere, a few in two districts and a few in none. */
async function placeProjects(tx: Tx): Promise<void> {
  await sql`
    with towns as (
      select id, district_code, row_number() over (order by id) - 1 as n
      from municipalities where district_code is not null)
    update projects set level = 1 + projects.id % 3,
      municipalities = case when projects.id % 20 = 0 then '{}' when projects.id % 15 = 0 then array[one.id, other.id] else array[one.id] end,
      districts = case when projects.id % 20 = 0 then '{}'
                       when projects.id % 15 = 0 and one.district_code <> other.district_code
                         then array[least(one.district_code, other.district_code), greatest(one.district_code, other.district_code)]
                       else array[one.district_code] end
    from towns one, towns other
    -- The number of towns is computed once; inside each row it would join every project with every pair of towns.
    where one.n = projects.id % (select count(*) from towns)
      and other.n = (projects.id * 7::bigint) % (select count(*) from towns)`.execute(tx);
  await sql`
    update project_phases set closed_at = started_at + make_interval(days => 5 + (id * 13) % 120)
    where status = ${APPROVED} and closed_at is null`.execute(tx);
}

async function chooseProjects(tx: Tx): Promise<void> {
  await sql`
    create temporary table realized on commit drop as
    select id, name, total_value, created_at, (id / ${ONE_OF}) % ${SPREAD} as first,
           round(total_value / (3 * ${sql.lit(QUARTERS)}::integer), 2) as cell
    from projects where id % ${ONE_OF} = 0`.execute(tx);
  await sql`analyze pg_temp.realized`.execute(tx);
}

/** The phases up to reporting; those before it are approved. */
async function insertPhases(tx: Tx): Promise<void> {
  const path = [
    PHASE.idea,
    PHASE.identification,
    PHASE.preparedness,
    PHASE.preImplementation,
    PHASE.plan,
    PHASE.reporting,
  ];
  await sql`
    insert into project_phases (project_id, phase, status, started_at, closed_at)
    select realized.id, path.phase, case when path.phase = ${PHASE.reporting} then ${ENTRY} else ${APPROVED} end,
           realized.created_at + make_interval(days => path.place::integer * 20),
           case when path.phase <> ${PHASE.reporting}
             then realized.created_at + make_interval(days => path.place::integer * 20 + 5 + realized.id % 40) end
    from realized cross join unnest(${path}::integer[]) with ordinality path (phase, place)
    on conflict (project_id, phase) do update set status = excluded.status, closed_at = excluded.closed_at`.execute(tx);
  await sql`
    update projects set phase = ${PHASE.reporting}, phase_status = ${ENTRY}, open_steps = '{lockForm}',
      planned_end = make_date(${FIRST_YEAR}, 1, 1) + make_interval(months => (realized.first + ${QUARTERS}) * 3) - interval '1 day'
    from realized where projects.id = realized.id`.execute(tx);
  await sql`truncate project_state_counts`.execute(tx);
  await sql`
    insert into project_state_counts
    select status, phase, phase_status, foreign_funds, open_steps, count(*) from projects group by 1, 2, 3, 4, 5`.execute(
    tx,
  );
}

/** The values of a plan: three activities, each over all quarters, of two sources. */
async function insertPlans(tx: Tx): Promise<void> {
  await sql`
    with forms as (
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
      select realized.id, phases.id, 'plan', ${version('plan')}, 'План', 1, ${FORM_STATUS.approved}
      from realized join project_phases phases on phases.project_id = realized.id and phases.phase = ${PHASE.plan}
      returning id, project_id),
    filled as (
      select forms.id as form_id, forms.project_id, json_build_object(
        'basic', json_build_object('projectName', realized.name),
        'implementationDates', json_build_object('start', days.start, 'end', (days.start + make_interval(months => ${QUARTERS} * 3) - interval '1 day')::date),
        'financialInfo', json_build_object(
          'price', json_build_object('local', realized.cell * 3 * ${QUARTERS}),
          'activityList', (select json_agg(json_build_object('name', 'Активност ' || n, 'estimate', (realized.cell * ${QUARTERS})::text)) from generate_series(1, 3) n),
          'fundingSources', json_build_array(
            json_build_object('source', 'Буџет Републике Србије', 'name', '', 'localAmount', (realized.cell * 2 * ${QUARTERS})::text),
            json_build_object('source', 'Кредит', 'name', 'Развојна банка', 'localAmount', (realized.cell * ${QUARTERS})::text))),
        'implementation', (
          select json_agg(json_build_object('activity', json_build_object('name', 'Активност ' || n), 'plan', years.rows))
          from generate_series(1, 3) n
          cross join lateral (
            select json_agg(json_build_object('year', year,
              'q1', cells.of[1], 'q2', cells.of[2], 'q3', cells.of[3], 'q4', cells.of[4]) order by year) as rows
            from generate_series(${FIRST_YEAR}, ${FIRST_YEAR} + 6) year
            cross join lateral (
              select array_agg(case when (year - ${FIRST_YEAR}) * 4 + q - 1 between realized.first and realized.first + ${QUARTERS} - 1
                then json_build_object('percent', '8.33', 'amount', realized.cell::text)
                else json_build_object('percent', '0.00', 'amount', '0.00') end order by q) as of
              from generate_series(1, 4) q) cells) years)) as plan
      from forms join realized on realized.id = forms.project_id
      cross join lateral (select (make_date(${FIRST_YEAR}, 1, 1) + make_interval(months => realized.first * 3))::date as start) days),
    revised as (
      insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select form_id, 1, ${version('plan')}, plan, 'Милена Јовић' from filled)
    insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
    select project_id, 1, form_id, 1, plan, (plan #>> '{implementationDates,start}')::timestamptz from filled`.execute(
    tx,
  );
}

/** Approved reports of the first quarters: on most projects a little less than planned, on some more. */
async function insertReports(tx: Tx): Promise<void> {
  await sql`
    with reports as (
      select realized.id, realized.cell, place,
             ${FIRST_YEAR} + (realized.first + place) / 4 as year, 1 + (realized.first + place) % 4 as quarter
      from realized cross join generate_series(0, ${MOST_REPORTS} - 1) place
      where realized.first + place <= ${LAST_REPORTED}),
    forms as (
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
      select reports.id, phases.id, 'kvartalni', ${version('kvartalni')}, 'Квартални-' || year || '-' || quarter, place + 1, ${FORM_STATUS.approved}
      from reports join project_phases phases on phases.project_id = reports.id and phases.phase = ${PHASE.reporting}
      returning id, project_id, project_phase_id, name),
    approved as (
      insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name,
                                      form_id, form_code, form_revision, created_at)
      select project_id, project_phase_id, ${PHASE.reporting}, ${ENTRY}, ${ENTRY}, 'approveQuarter', 'Милена Јовић', id, 'kvartalni', 1,
             make_date(substring(name from '-(\\d{4})-')::integer, 1, 1)
               + make_interval(months => 3 * right(name, 1)::integer, days => ${APPROVED_AFTER_DAYS}::integer)
      from forms)
    insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select forms.id, 1, ${version('kvartalni')}, json_build_object('summary', json_build_object('activities', (
        select json_agg(json_build_object('name', 'Активност ' || n, 'details', json_build_object(
          'physical', json_build_object('activityFulfilled', round(6 + (realized.id + n) % 4, 2)::text),
          'financial', json_build_object('realExpense', round(realized.cell * (70 + (realized.id + n) % 50) / 100, 2)::text))))
        from generate_series(1, 3) n))), 'Милена Јовић'
    from forms join realized on realized.id = forms.project_id`.execute(tx);
}

/** Stores projections of plans and reports: amounts by quarter, needs and earned values. */
async function keepFigures(tx: Tx): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(project_id order by project_id) as ids
    from (select project_id, row_number() over (order by project_id) as nth from project_plans) numbered
    group by nth / ${AT_ONCE}`.execute(tx);
  for (const { ids } of rows) {
    const wanted = [MONEY, NEEDS, EARNED_VALUES].map((record) => ({ record, projectIds: ids, anew: true }));
    await bringAll(tx, wanted);
  }
}

/** Triggers are off: the copies of the columns are made once. */
async function copyToVisibility(tx: Tx): Promise<void> {
  await sql`
    update project_visibility set level = projects.level, districts = projects.districts, municipalities = projects.municipalities,
      planned_end = projects.planned_end, spent = projects.spent, phase = projects.phase, phase_status = projects.phase_status,
      open_steps = projects.open_steps
    from projects where projects.id = project_visibility.project_id`.execute(tx);
}
