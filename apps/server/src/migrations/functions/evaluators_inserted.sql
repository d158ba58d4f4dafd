-- Lets the evaluating organization of a new form see its project.
create or replace function evaluators_inserted() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct project_id from new_rows where evaluator_organization_id is not null);
begin
  if cardinality(ids) > 0 then perform refresh_project_visibility(ids); end if;
  return null;
end $$;

create or replace trigger visibility_inserted after insert on project_forms
  referencing new table as new_rows
  for each statement
  execute function evaluators_inserted();
