-- Saved or changed values may hold the opinion.
create or replace function revisions_written() returns trigger language plpgsql as $$
begin
  perform refresh_ministry_commented(array(
    select distinct project_id from project_forms where id in (select form_id from new_rows)));
  return null;
end $$;

create or replace trigger ministry_commented_added after insert on form_revisions
  referencing new table as new_rows
  for each statement
  execute function revisions_written();

create or replace trigger ministry_commented_changed after update on form_revisions
  referencing new table as new_rows
  for each statement
  execute function revisions_written();
