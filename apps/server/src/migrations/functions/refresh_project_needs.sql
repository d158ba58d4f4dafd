-- Replaces the needs of projects by those of the newest plan, or of the newest approved form with yearly costs.
create or replace function refresh_project_needs(ids integer[]) returns void language plpgsql as $$
begin
  delete from project_needs where project_id = any(ids);
  insert into project_needs (project_id, year, source, amount, planned)
  -- The most that the column holds: a sum beyond it must not fail an approval.
  select asked.id, needs.year, needs.source, least(needs.amount, 999999999999999.99), chosen.planned
  from (select distinct id from unnest(ids) as given (id)) asked
  cross join lateral (
    (select plans.plan::jsonb as input, true as planned from project_plans plans
     where plans.project_id = asked.id order by plans.ordinal desc limit 1)
    union all
    (select newest.input::jsonb, false
     from project_forms forms
     join project_phases phases on phases.id = forms.project_phase_id
     join lateral (select input from form_revisions where form_id = forms.id order by revision desc limit 1) newest on true
     where forms.project_id = asked.id and forms.status = 4 and forms.code not in ('plan', 'korekcija')
       and json_typeof(newest.input #> '{financialInfo,yearlyCosts}') = 'array'
     order by phases.started_at desc, forms.ordinal desc, forms.id desc limit 1)
    order by planned desc limit 1) chosen
  cross join lateral fiscal_needs(chosen.input) needs
  where needs.amount > 0;
end $$;

create or replace function needs_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'project_forms' then
    perform refresh_project_needs(array[old.project_id, new.project_id]);
  else
    perform refresh_project_needs(array[new.project_id]);
  end if;
  return null;
end $$;

create or replace trigger needs_of_plan after insert on project_plans
  for each row execute function needs_changed();

create or replace trigger needs_of_form after update of status, project_id on project_forms
  for each row when ((new.status = 4) <> (old.status = 4) or (new.status = 4 and new.project_id <> old.project_id))
  execute function needs_changed();
