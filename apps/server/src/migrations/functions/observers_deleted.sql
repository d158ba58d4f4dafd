-- A former observer does not see it any more.
create or replace function observers_deleted() returns trigger language plpgsql as $$
begin
  perform refresh_project_visibility(array(select distinct project_id from old_rows));
  return null;
end $$;

create or replace trigger visibility_deleted after delete on project_organizations
  referencing old table as old_rows
  for each statement
  execute function observers_deleted();
