-- Notes the change of projects in project_changes. Whoever changes one of these tables has locked the project, so two
-- transactions meet at the project and not here. Each table has a function of its own, as in mark_projections.
do $made$
declare source record;
begin
  for source in select * from (values
    ('projects', 'insert,update', 'select id as project_id from changed'),
    ('project_visibility', 'insert', 'select project_id from changed'),
    ('documents', 'insert,update', 'select project_id from changed'),
    ('document_revisions', 'insert,update', $$
     select documents.project_id from changed join documents on documents.id = changed.document_id $$)
  ) as sources (name, events, projects) loop
    execute format($function$
create or replace function note_changes_of_%1$s() returns trigger language plpgsql as $body$
begin
  insert into project_changes (project_id, changed_by, changed_at)
  select marked.project_id, pg_current_xact_id()::text::bigint, clock_timestamp()
  from (%2$s) marked group by marked.project_id order by marked.project_id
  on conflict (project_id) do update set changed_by = excluded.changed_by, changed_at = excluded.changed_at
  where project_changes.changed_by <> excluded.changed_by;
  return null;
end $body$
$function$, source.name, source.projects);
    for event in 1 .. array_length(string_to_array(source.events, ','), 1) loop
      execute format($trigger$
create or replace trigger change_noted_%2$s after %2$s on %1$s
  referencing new table as changed
  for each statement execute function note_changes_of_%1$s()
$trigger$, source.name, (string_to_array(source.events, ','))[event]);
    end loop;
  end loop;
end $made$;
