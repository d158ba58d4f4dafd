-- Keeps what the portfolio groups and sums by: places and level of a project as its newest locked form says, planned and
-- spent amounts by quarter as the plan in force and the approved reports say. Both functions take many projects at once and
-- may be repeated: select keep_places(array(select id from projects)), keep_quarters(array(select id from projects)).

-- What no form says stays as it was.
create or replace function keep_places(ids integer[]) returns void language sql as $$
  with said as (
    select forms.project_id, newest.input, forms.id as ordinal
    from project_forms forms
    cross join lateral (
      select input from form_revisions where form_id = forms.id order by revision desc limit 1) newest
    where forms.project_id = any(ids) and forms.status >= 2
      and (forms.code in ('ideja', 'identifikacija-projekta', 'spremnost', 'posebnog-znacaja', 'pif-mini')
           or forms.code ~ '^1-5-[0-5]$')
    union all
    -- A plan speaks from the day on which it is in force.
    select project_id, plan, form_id from project_plans where project_id = any(ids)
  ), levels as (
    select distinct on (project_id) project_id,
           array_position(array['Републички', 'Покрајински', 'Локални'], input #>> '{basic,level}')::smallint as level
    from said where input #>> '{basic,level}' in ('Републички', 'Покрајински', 'Локални')
    order by project_id, ordinal desc
  ), located as (
    select distinct on (project_id) project_id, input #> '{basic,locations}' as locations
    from said
    -- The length of what is no array is an error, and conditions have no order.
    where case json_typeof(input #> '{basic,locations}') when 'array' then json_array_length(input #> '{basic,locations}') > 0 end
    order by project_id, ordinal desc
  ), places as (
    select located.project_id, array_agg(distinct municipalities.id order by municipalities.id) as municipalities,
           coalesce(array_agg(distinct municipalities.district_code order by municipalities.district_code)
             filter (where municipalities.district_code is not null), '{}') as districts
    from located
    cross join lateral json_array_elements(located.locations) place
    join municipalities on municipalities.id = place ->> 'id'
    group by located.project_id
  ), changed as (
    select asked.id, coalesce(levels.level, projects.level) as level,
           coalesce(places.districts, projects.districts) as districts,
           coalesce(places.municipalities, projects.municipalities) as municipalities
    from unnest(ids) asked (id)
    join projects on projects.id = asked.id
    left join levels on levels.project_id = asked.id
    left join places on places.project_id = asked.id
  )
  update projects set level = changed.level, districts = changed.districts, municipalities = changed.municipalities
  from changed where changed.id = projects.id
    and (projects.level, projects.districts, projects.municipalities)
      is distinct from (changed.level, changed.districts, changed.municipalities)
$$;

-- An amount as forms store it; anything else counts as zero.
create or replace function form_amount(given text) returns numeric language sql immutable parallel safe as $$
  select case when given ~ '^[0-9]{1,15}([.][0-9]{1,2})?$' then given::numeric else 0 end
$$;

-- Sums beyond what the columns hold are kept as the most that they hold: an approval must not fail by them.
create or replace function keep_quarters(ids integer[]) returns void language plpgsql as $$
begin
  -- Of two approvals at once the second reads what the first has written.
  perform from projects where id = any(ids) order by id for no key update;
  delete from project_quarters where project_id = any(ids);
  insert into project_quarters (project_id, year, quarter, planned, spent)
  select project_id, year, quarter, least(sum(planned), largest), least(sum(spent), largest)
  from (
    select newest.project_id, (years ->> 'year')::smallint as year, quarter,
           form_amount(years -> ('q' || quarter) ->> 'amount') as planned, 0 as spent
    from (select distinct on (project_id) project_id, plan from project_plans
          where project_id = any(ids) order by project_id, ordinal desc) newest
    cross join lateral json_array_elements(
      case json_typeof(newest.plan -> 'implementation') when 'array' then newest.plan -> 'implementation' end) activity
    cross join lateral json_array_elements(
      case json_typeof(activity -> 'plan') when 'array' then activity -> 'plan' end) years
    cross join generate_series(1, 4) quarter
    -- One year far from all others would stretch everybody's chart over thousands of quarters.
    where years ->> 'year' ~ '^((19|20)[0-9]{2}|2100)$'
    union all
    select forms.project_id, substring(forms.name from '-(\d{4})-[1-4]$')::smallint,
           substring(forms.name from '-([1-4])$')::integer, 0,
           form_amount(activity #>> '{details,financial,realExpense}')
    from project_forms forms
    cross join lateral (
      select input from form_revisions where form_id = forms.id order by revision desc limit 1) newest
    cross join lateral json_array_elements(
      case json_typeof(newest.input #> '{summary,activities}') when 'array' then newest.input #> '{summary,activities}' end) activity
    where forms.project_id = any(ids) and forms.code = 'kvartalni' and forms.status = 4 and forms.name ~ '-\d{4}-[1-4]$'
  ) amounts, (select 999999999999999.99 as largest) bound
  group by project_id, year, quarter, largest
  having sum(planned) <> 0 or sum(spent) <> 0;
  update projects set planned_end = kept.planned_end, spent = kept.spent
  from (
    select asked.id,
           (select day_of(plan #>> '{implementationDates,end}')
            from project_plans where project_id = asked.id order by ordinal desc limit 1) as planned_end,
           (select least(coalesce(sum(spent), 0), 999999999999999.99) from project_quarters where project_id = asked.id) as spent
    from unnest(ids) asked (id)) kept
  where kept.id = projects.id and (projects.planned_end, projects.spent) is distinct from (kept.planned_end, kept.spent);
end $$;

create or replace function portfolio_form_changed() returns trigger language plpgsql as $$
begin
  if new.code = 'kvartalni' then
    perform keep_quarters(array[new.project_id]);
  else
    perform keep_places(array[new.project_id]);
  end if;
  return null;
end $$;

-- A report counts while it is approved; other forms speak from their lock on.
create or replace trigger portfolio_form_changed after update of status on project_forms
  for each row when (old.status is distinct from new.status and (
    (new.code = 'kvartalni' and 4 in (old.status, new.status))
    or (new.status >= 2 and old.status < 2
        and (new.code in ('ideja', 'identifikacija-projekta', 'spremnost', 'posebnog-znacaja', 'pif-mini')
             or new.code ~ '^1-5-[0-5]$'))))
  execute function portfolio_form_changed();

create or replace function portfolio_plan_in_force() returns trigger language plpgsql as $$
begin
  perform keep_places(array[new.project_id]);
  perform keep_quarters(array[new.project_id]);
  return null;
end $$;

create or replace trigger portfolio_plan_in_force after insert on project_plans
  for each row execute function portfolio_plan_in_force();
