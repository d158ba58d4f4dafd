-- Refreshes the visibility of a project after the evaluating organization of a form was changed.
create or replace function evaluators_updated() returns trigger language plpgsql as $$
begin
  perform refresh_project_visibility(array[new.project_id]);
  return null;
end $$;

create or replace trigger visibility_updated after update of evaluator_organization_id on project_forms
  for each row when (old.evaluator_organization_id is distinct from new.evaluator_organization_id)
  execute function evaluators_updated();
