-- Closes the open row of the history where a fact of a project differs, and opens the next. Called with every change
-- of a project. The list of columns is read when the function is created.
do $made$
declare
  kept text[] := columns_kept_of_projects('project_history');
  -- The history stores the code as text, not as citext.
  written text := (
    select string_agg(format('new_rows.%I::%s', attname, format_type(atttypid, atttypmod)), ', ' order by attname::text collate "C")
    from pg_attribute where attrelid = 'project_history'::regclass and attname = any(kept));
begin
  execute format($function$
create or replace function record_project_history(ids integer[], moment timestamptz) returns void language plpgsql as $$
begin
  update project_history old set valid_to = moment
  from projects new_rows
  where new_rows.id = any(ids) and old.project_id = new_rows.id and old.valid_to is null
    and (%s) is distinct from (%s);
  insert into project_history (project_id, valid_from, %s)
  select new_rows.id, moment, %s
  from projects new_rows
  where id = any(ids)
    and not exists (select 1 from project_history where project_id = new_rows.id and valid_to is null);
end $$
$function$,
    (select string_agg(format('old.%I', name), ', ' order by name collate "C") from unnest(kept) name),
    written,
    (select string_agg(quote_ident(name), ', ' order by name collate "C") from unnest(kept) name),
    written);
end $made$;
