-- Refreshes ministry_commented of both projects after a form was moved to another phase or project.
create or replace function form_moved() returns trigger language plpgsql as $$
begin
  perform refresh_ministry_commented(array[old.project_id, new.project_id]);
  return null;
end $$;

create or replace trigger ministry_commented_moved after update of project_id, project_phase_id, ordinal on project_forms
  for each row when ((((old.project_id is distinct from new.project_id) or (old.project_phase_id is distinct from new.project_phase_id)) or (old.ordinal is distinct from new.ordinal)))
  execute function form_moved();
