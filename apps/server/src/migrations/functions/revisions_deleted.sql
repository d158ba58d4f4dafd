-- Removed values may have held the opinion.
create or replace function revisions_deleted() returns trigger language plpgsql as $$
begin
  perform refresh_ministry_commented(array(
    select distinct project_id from project_forms where id in (select form_id from old_rows)));
  return null;
end $$;

create or replace trigger ministry_commented_removed after delete on form_revisions
  referencing old table as old_rows
  for each statement
  execute function revisions_deleted();
