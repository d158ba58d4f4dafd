-- Refreshes who sees a project after the evaluating organization of a form was changed.
create or replace function evaluators_updated() returns trigger language plpgsql as $$
declare ids integer[] := array(
  select distinct new_rows.project_id from new_rows join old_rows on old_rows.id = new_rows.id
  where new_rows.evaluator_organization_id is distinct from old_rows.evaluator_organization_id);
begin
  if cardinality(ids) > 0 then perform refresh_project_visibility(ids); end if;
  return null;
end $$;

create or replace trigger visibility_updated after update on project_forms
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function evaluators_updated();
