-- Earned value of projects on each day (docs/earned-value.md), for many projects at once; may be repeated:
-- select keep_earned_values(array(select distinct project_id from project_plans)). The rules are those of
-- packages/domain/src/indicators/earned-value.ts and measured-periods.ts; kept-values.test.ts compares both.

-- An activity is known by its name (docs/forms.md, C0), as nameKey of the domain compares it: in small letters, with
-- single spaces. A collation of ICU knows Cyrillic letters whatever the locale of the database is.
create or replace function activity_key(name text) returns text language sql immutable parallel safe as $$
  select lower(btrim(regexp_replace(name, '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
               collate "und-x-icu")
$$;

-- top / bottom, rounded half away from zero, of whole numbers of which none is negative; null when the bottom is 0.
create or replace function divide_rounded(top numeric, bottom numeric) returns numeric language sql immutable parallel safe as $$
  select case when bottom <> 0 then div(2 * top + bottom, 2 * bottom) end
$$;

-- Unlike least(), of nothing nothing.
create or replace function at_most(given numeric, bound numeric) returns numeric language sql immutable parallel safe as $$
  select case when given > bound then bound else given end
$$;

create or replace function json_rows(given json) returns json language sql immutable parallel safe as $$
  select case json_typeof(given) when 'array' then given else '[]' end
$$;

-- Planning takes as long as running it for one project, so its plan is kept.
create or replace function keep_earned_values(ids integer[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  -- Of two approvals at once the second reads what the first has written.
  perform from projects where id = any(ids) order by id for no key update;
  delete from earned_values where project_id = any(ids);
  with plans as materialized (
    select project_id, ordinal, (in_force_from at time zone 'Europe/Belgrade')::date as day, plan
    from project_plans where project_id = any(ids)
  ), estimates as materialized (
    select project_id, ordinal, activity_key(activity ->> 'name') as key, form_amount(activity ->> 'estimate') as estimate
    from plans cross join lateral json_array_elements(json_rows(plan #> '{financialInfo,activityList}')) activity
  ), cells as materialized (
    select plans.project_id, plans.ordinal, activity.place as activity, activity_key(activity.value #>> '{activity,name}') as key,
           (years ->> 'year')::integer * 4 + quarter as quarter,
           form_amount(years -> ('q' || quarter) ->> 'percent') as share,
           form_amount(years -> ('q' || quarter) ->> 'amount') as amount
    from plans
    cross join lateral json_array_elements(json_rows(plan -> 'implementation')) with ordinality activity (value, place)
    cross join lateral json_array_elements(json_rows(activity.value -> 'plan')) years
    cross join generate_series(1, 4) quarter
    where years ->> 'year' ~ '^[0-9]{4}$'
  ), events as materialized (
    select steps.id, steps.project_id, steps.form_id, named.quarter, named.quarter_start,
           (steps.created_at at time zone 'Europe/Belgrade')::date as day, forms.code = 'kvartalni' as is_report,
           -- None: it was opened.
           case when steps.operation <> 'return' then steps.form_revision end as revision
    from project_activities steps
    join project_forms forms on forms.id = steps.form_id
    cross join lateral (
      select substring(forms.name from '-(\d{4})-[1-4]$')::integer * 4 + substring(forms.name from '-([1-4])$')::integer as quarter,
             make_date(substring(forms.name from '-(\d{4})-[1-4]$')::integer, substring(forms.name from '-([1-4])$')::integer * 3 - 2, 1)
               as quarter_start) named
    where steps.project_id = any(ids) and steps.phase in (5, 12) and steps.form_id is not null
      and forms.code in ('kvartalni', 'kvartalni-korekcija') and forms.name ~ '-\d{4}-[1-4]$'
      and steps.operation in ('approveQuarter', 'approve', 'return')
  ), days as (
    select project_id, day from plans
    union select project_id, day from events
    union select project_id, quarter_start from events where quarter_start > day
  ), periods as materialized (
    select days.project_id, days.day, held.ordinal, held.planned_start, held.planned_end
    from days
    cross join lateral (
      select plans.ordinal, day_of(plan #>> '{implementationDates,start}') as planned_start,
             day_of(plan #>> '{implementationDates,end}') as planned_end
      from plans where plans.project_id = days.project_id and plans.day <= days.day
      order by plans.ordinal desc limit 1) held
  ), known as materialized (
    select distinct on (periods.project_id, periods.day, events.form_id)
           periods.project_id, periods.day, events.form_id, events.quarter, events.is_report, events.revision
    from periods
    join events on events.project_id = periods.project_id and events.day <= periods.day and events.quarter_start <= periods.day
    order by periods.project_id, periods.day, events.form_id, events.id desc
  ), newest as materialized (
    select upto.project_id, upto.day, upto.quarter, base.quarter as base_quarter, base.form_id as base_form
    from (select project_id, day, max(quarter) as quarter from known
          where is_report and revision is not null group by project_id, day) upto
    left join lateral (
      select corrections.quarter, corrections.form_id from known corrections
      where corrections.project_id = upto.project_id and corrections.day = upto.day and not corrections.is_report
        and corrections.revision is not null and corrections.quarter <= upto.quarter
      order by corrections.quarter desc, corrections.form_id desc limit 1) base on true
  ), progress as materialized (
    select approved.form_id, approved.revision, activity_key(activity ->> 'name') as key,
           form_amount(activity #>> '{details,physical,activityFulfilled}') as fulfilled,
           form_amount(activity #>> '{details,financial,realExpense}') as expense
    from (select distinct form_id, revision from known where revision is not null) approved
    join form_revisions revisions on revisions.form_id = approved.form_id and revisions.revision = approved.revision
    cross join lateral json_array_elements(json_rows(revisions.input #> '{summary,activities}')) activity
  ), sums as materialized (
    -- A quarterly correction replaces every quarter up to its own (docs/forms.md, K7).
    select known.project_id, known.day, progress.key, sum(progress.fulfilled) as fulfilled, sum(progress.expense) as expense
    from newest
    join known on known.project_id = newest.project_id and known.day = newest.day and known.revision is not null
      and case when known.is_report then known.quarter > coalesce(newest.base_quarter, 0) else known.form_id = newest.base_form end
    join progress on progress.form_id = known.form_id and progress.revision = known.revision
    group by known.project_id, known.day, progress.key
  ), costs as (
    select project_id, day, sum(expense) as ac from sums group by project_id, day
  ), budgets as (
    select project_id, ordinal, sum(estimate) as bac from estimates group by project_id, ordinal
  ), earned as (
    select periods.project_id, periods.day, divide_rounded(sum(estimates.estimate * 100 * least(sums.fulfilled, 100)), 100) / 100 as ev
    from periods
    join estimates on estimates.project_id = periods.project_id and estimates.ordinal = periods.ordinal
    join sums on sums.project_id = periods.project_id and sums.day = periods.day and sums.key = estimates.key
    group by periods.project_id, periods.day
  ), reached as (
    select newest.project_id, newest.day, cells.activity, cells.key, periods.ordinal,
           max(cells.share) as most, coalesce(sum(cells.share) filter (where cells.quarter <= newest.quarter), 0) as share,
           coalesce(sum(cells.amount) filter (where cells.quarter <= newest.quarter), 0) as amount
    from newest
    join periods on periods.project_id = newest.project_id and periods.day = newest.day
    join cells on cells.project_id = periods.project_id and cells.ordinal = periods.ordinal
    group by newest.project_id, newest.day, cells.activity, cells.key, periods.ordinal
  ), planned as (
    select reached.project_id, reached.day,
           -- An activity without shares of work counts by its amounts.
           divide_rounded(sum(100 * case when reached.most = 0 then least(reached.amount, estimates.estimate) * 100
                                         else estimates.estimate * least(reached.share, 100) end), 100) / 100 as pv
    from reached
    join estimates on estimates.project_id = reached.project_id and estimates.ordinal = reached.ordinal
      and estimates.key = reached.key
    group by reached.project_id, reached.day
  ), measured as (
    select periods.*, coalesce(budgets.bac, 0) as bac, newest.quarter,
           case when newest.quarter is not null then coalesce(planned.pv, 0) end as pv,
           case when newest.quarter is not null then coalesce(earned.ev, 0) end as ev,
           case when newest.quarter is not null then coalesce(costs.ac, 0) end as ac
    from periods
    left join budgets using (project_id, ordinal)
    left join newest using (project_id, day)
    left join planned using (project_id, day)
    left join earned using (project_id, day)
    left join costs using (project_id, day)
  )
  insert into earned_values (project_id, valid_from, valid_to, plan_ordinal, planned_start, planned_end, bac, year, quarter,
                             pv, ev, ac, spi, cpi, eac)
  select project_id, day, coalesce(lead(day) over (partition by project_id order by day), 'infinity'), ordinal,
         planned_start, planned_end, at_most(bac, largest), (quarter - 1) / 4, (quarter - 1) % 4 + 1,
         at_most(pv, largest), at_most(ev, largest), at_most(ac, largest),
         divide_rounded(ev * 100 * 1000, pv * 100), divide_rounded(ev * 100 * 1000, ac * 100),
         case when ac <> 0 then divide_rounded(bac * 100 * ac * 100, ev * 100) / 100 end
  -- The most that the columns hold: a sum beyond it must not fail an approval.
  from measured, (select 99999999999999999.99 as largest) bound;
end $$;

create or replace function earned_value_step() returns trigger language plpgsql as $$
begin
  if exists (select from project_plans where project_id = new.project_id) then
    perform keep_earned_values(array[new.project_id]);
  end if;
  return null;
end $$;

-- The steps that approve a report or a quarterly correction, and that open it again (approvalSteps of the board reports).
create or replace trigger earned_value_step after insert on project_activities
  for each row when (new.phase in (5, 12) and new.form_id is not null
                     and new.operation in ('approveQuarter', 'approve', 'return'))
  execute function earned_value_step();

create or replace function earned_value_plan() returns trigger language plpgsql as $$
begin
  perform keep_earned_values(array[new.project_id]);
  return null;
end $$;

create or replace trigger earned_value_plan after insert on project_plans
  for each row execute function earned_value_plan();
