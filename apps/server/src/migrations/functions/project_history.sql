-- The history of a project: a change of a column that the history has ends the open row and begins the next one at
-- projects.last_changed_at. Several changes in one transaction make one row. The list of columns is read when the
-- functions are created.
do $made$
declare
  kept text[] := columns_kept_of_projects('project_history');
  -- The history stores the code as text, not as citext.
  written text := (
    select string_agg(format('new.%I::%s', attname, format_type(atttypid, atttypmod)), ', ' order by attname::text collate "C")
    from pg_attribute where attrelid = 'project_history'::regclass and attname = any(kept));
  names text := (select string_agg(quote_ident(name), ', ' order by name collate "C") from unnest(kept) name);
begin
  execute format($function$
create or replace function begin_project_history() returns trigger language plpgsql as $$
begin
  insert into project_history (project_id, valid_from, %1$s)
  select added.id, added.last_changed_at, %2$s from new_rows added;
  return null;
end $$
$function$, names, replace(written, 'new.', 'added.'));
  execute format($function$
create or replace function continue_project_history() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  -- Clocks of two servers may differ; the later time counts, so that no row ends before it begins.
  update project_history set valid_to = greatest(new.last_changed_at, valid_from)
  where project_id = new.id and valid_to is null and xmin <> pg_current_xact_id()::xid
  returning valid_to into moment;
  if not found then
    update project_history set (%1$s) = row(%2$s) where project_id = new.id and valid_to is null;
    if found then return null; end if;
  end if;
  insert into project_history (project_id, valid_from, %1$s)
  values (new.id, coalesce(moment, new.last_changed_at), %2$s);
  return null;
end $$
$function$, names, written);
  execute format($trigger$
create or replace trigger history_continued after update on projects
  for each row when ((%s) is distinct from (%s))
  execute function continue_project_history()
$trigger$,
    (select string_agg(format('old.%I', name), ', ' order by name) from unnest(kept) name),
    (select string_agg(format('new.%I', name), ', ' order by name) from unnest(kept) name));
end $made$;

create or replace trigger history_begun after insert on projects
  referencing new table as new_rows
  for each statement
  execute function begin_project_history();

-- Does nothing, because triggers write the history; servers of the previous version still call it after each change.
create or replace function record_project_history(ids integer[], moment timestamptz) returns void
  language plpgsql as $$ begin end $$;
