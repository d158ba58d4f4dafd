-- Refreshes the visibility of a project after observers were added or removed.
create or replace function observers_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_project_visibility(array(select distinct project_id from new_rows));
  else
    perform refresh_project_visibility(array(select distinct project_id from old_rows));
  end if;
  return null;
end $$;

create or replace trigger visibility_inserted after insert on project_organizations
  referencing new table as new_rows
  for each statement
  execute function observers_changed();

create or replace trigger visibility_deleted after delete on project_organizations
  referencing old table as old_rows
  for each statement
  execute function observers_changed();

-- Earlier versions had one function for each event.
drop function if exists observers_inserted(), observers_deleted();
