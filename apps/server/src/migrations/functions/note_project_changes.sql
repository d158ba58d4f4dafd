-- Notes the change of projects in project_changes. The transaction has locked the project, so concurrent transactions
-- wait for that lock and not here. Each table has functions of its own, as in mark_projections.
do $made$
declare source record;
begin
  for source in select * from (values
    ('projects', 'insert', 'select id as project_id from new_rows'),
    ('projects', 'update', 'select id as project_id from new_rows'),
    ('project_visibility', 'insert', 'select project_id from new_rows'),
    ('documents', 'insert', 'select project_id from new_rows'),
    ('documents', 'update', 'select project_id from new_rows'),
    ('document_revisions', 'insert', $$
     select documents.project_id from new_rows join documents on documents.id = new_rows.document_id $$),
    -- Opening a public link does not count as a change.
    ('document_revisions', 'update', $$
     select documents.project_id from new_rows
     join old_rows on old_rows.id = new_rows.id
     join documents on documents.id = new_rows.document_id
     where to_jsonb(new_rows) - 'link_opened' <> to_jsonb(old_rows) - 'link_opened' $$)
  ) as sources (name, event, projects) loop
    execute format($function$
create or replace function note_%2$s_of_%1$s() returns trigger language plpgsql as $body$
begin
  insert into project_changes (project_id, changed_by, changed_at)
  select marked.project_id, pg_current_xact_id()::text::bigint, clock_timestamp()
  from (%3$s) marked group by marked.project_id order by marked.project_id
  on conflict (project_id) do update set changed_by = excluded.changed_by, changed_at = excluded.changed_at
  where project_changes.changed_by <> excluded.changed_by;
  return null;
end $body$
$function$, source.name, source.event, source.projects);
    execute format($trigger$
create or replace trigger change_noted_%2$s after %2$s on %1$s
  referencing new table as new_rows%3$s
  for each statement execute function note_%2$s_of_%1$s()
$trigger$, source.name, source.event, case source.event when 'update' then ' old table as old_rows' else '' end);
  end loop;
end $made$;
