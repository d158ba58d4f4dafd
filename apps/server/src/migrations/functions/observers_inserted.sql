-- An observer sees the project.
create or replace function observers_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_project_visibility(array(select distinct project_id from new_rows));
  return null;
end $$;

create or replace trigger visibility_inserted after insert on project_organizations
  referencing new table as new_rows
  for each statement
  execute function observers_inserted();
