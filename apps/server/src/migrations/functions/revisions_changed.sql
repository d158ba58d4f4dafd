-- Refreshes ministry_commented after revisions were saved, changed or removed: their values may contain the opinion.
create or replace function revisions_changed() returns trigger language plpgsql as $$
declare forms integer[];
begin
  if tg_op = 'DELETE' then
    forms := array(select form_id from old_rows);
  else
    forms := array(select form_id from new_rows);
  end if;
  perform refresh_ministry_commented(array(select distinct project_id from project_forms where id = any(forms)));
  return null;
end $$;

create or replace trigger ministry_commented_added after insert on form_revisions
  referencing new table as new_rows
  for each statement
  execute function revisions_changed();

create or replace trigger ministry_commented_changed after update on form_revisions
  referencing new table as new_rows
  for each statement
  execute function revisions_changed();

create or replace trigger ministry_commented_removed after delete on form_revisions
  referencing old table as old_rows
  for each statement
  execute function revisions_changed();

-- Earlier versions had separate functions for writing and deleting.
drop function if exists revisions_written(), revisions_deleted();
