-- Functions that servers of the version before projections still call during a rolling upgrade. The next version drops them
-- (docs/decisions/0250-projections.md).

-- The preview of public facts; until the upgrade is done, it shows the facts that are already public.
create or replace function preview_public_project(wanted integer, at timestamptz) returns void
  language plpgsql as $$ begin end $$;

-- The status in the view published.public_periods; the same rule as publicStatus of the domain.
create or replace function public_status(phase smallint, phase_status smallint) returns text
  language sql immutable parallel safe as $$
  select case
    when phase_status in (9 /* PHASE_STATUS.stopped */, 31 /* PHASE_STATUS.rationalizationShutdown */) then 'cancelled'
    when phase in (0 /* PHASE.idea */, 1 /* PHASE.projectIdentification */, 3 /* PHASE.important */, 10 /* PHASE.identification */)
      then 'identification'
    when phase in (2 /* PHASE.preparedness */, 4 /* PHASE.plan */, 9 /* PHASE.preImplementation */) then 'preparation'
    when phase in (5 /* PHASE.reporting */, 11 /* PHASE.correction */, 12 /* PHASE.correctionReporting */, 13 /* PHASE.rationalization */)
      then 'implementation'
    when phase = 7 /* PHASE.conclusion */ then 'completion'
    when phase = 8 /* PHASE.effects */ then 'maintenance'
  end
$$;

-- The needs in the values of a form, for scenarios; the same rule as needsOf of the domain.
create or replace function fiscal_amount(given text) returns numeric
  language sql immutable parallel safe as $$
  select case when given ~ '^[0-9]{1,15}([.][0-9]{1,2})?$' then given::numeric else 0 end
$$;

create or replace function fiscal_rows(given jsonb) returns setof jsonb
  language sql immutable parallel safe as $$
  select row from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given else '[]' end) row
  where jsonb_typeof(row) = 'object'
$$;

create or replace function fiscal_needs(input jsonb) returns table (year integer, source text, amount numeric)
  language sql immutable parallel safe as $$
  with costs as (
    select plan ->> 'year' as year,
           fiscal_amount(plan #>> '{q1,amount}') + fiscal_amount(plan #>> '{q2,amount}')
           + fiscal_amount(plan #>> '{q3,amount}') + fiscal_amount(plan #>> '{q4,amount}') as amount
    from fiscal_rows(input -> 'implementation') activity, fiscal_rows(activity -> 'plan') plan
    union all
    select cost ->> 'year', fiscal_amount(cost ->> 'amount')
    from fiscal_rows(input #> '{financialInfo,yearlyCosts}') cost
    where jsonb_typeof(input -> 'implementation') is distinct from 'array'
  ), years as (
    select costs.year::integer as year, sum(costs.amount) as amount
    from costs where costs.year ~ '^(20[0-9]{2}|2100)$' group by 1
  ), named as (
    select left(row ->> 'source', 100) as source, sum(fiscal_amount(row ->> 'localAmount')) as share
    from fiscal_rows(input #> '{financialInfo,fundingSources}') row
    where row ->> 'source' <> '' group by 1 having sum(fiscal_amount(row ->> 'localAmount')) > 0
  ), sources as (
    select named.source, sum(share) over (order by named.source) - share as before,
           sum(share) over (order by named.source) as up_to, sum(share) over () as whole
    from named
    union all
    select '', 0, 1, 1 where not exists (select from named)
  )
  select years.year, sources.source,
         round(years.amount * up_to / whole, 2) - round(years.amount * before / whole, 2) as amount
  from years cross join sources
$$;
