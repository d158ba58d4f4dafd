-- Marks projects whose projections may have changed in projections_dirty, with the name of the changed table. The
-- server decides which facts follow from a table and computes them (modules/projections,
-- docs/decisions/0250-projections.md). For each table: its key, the columns that projections read (empty for all), and
-- the query from changed rows to their projects. Each table gets its own function, because a statement built at each
-- call would be planned at each call.
do $made$
declare source record;
begin
  for source in select * from (values
    ('projects', 'id',
     'number, code, organization_id, sector, type, migrated, phase, phase_status, merged_into_id',
     'select id as project_id from changed'),
    ('project_phases', 'id', 'project_id, started_at', 'select project_id from changed'),
    ('project_forms', 'id', 'project_id, project_phase_id, code, name, ordinal, status, locked_at',
     'select project_id from changed'),
    -- A draft is saved every few seconds and changes no fact; the lock of the form marks the project.
    ('form_revisions', 'id', '', $$
     select forms.project_id from changed join project_forms forms on forms.id = changed.form_id
     where forms.status <> 1 /* FORM_STATUS.unlocked */ $$),
    ('project_plans', 'id', '', 'select project_id from changed'),
    -- Only activities of forms; notes and mails change no fact.
    ('project_activities', 'id', '', 'select project_id from changed where form_id is not null'),
    ('project_list_items', 'list_id, project_id', 'decision, decision_date, decided_at, form_id, form_revision',
     'select project_id from changed'),
    ('documents', 'id', 'project_id, title, description, document_type, deleted_at', 'select project_id from changed'),
    ('document_revisions', 'id', 'secure_link, deleted_at, scan, link_expires_on', $$
     select documents.project_id from changed join documents on documents.id = changed.document_id $$),
    ('project_withholdings', 'id', 'project_id, returned_at', 'select project_id from changed')
  ) as sources (name, key, columns, projects) loop
    execute format($function$
create or replace function mark_%1$s() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    insert into projections_dirty (source, project_id)
    with changed as (select * from new_rows) select distinct %1$L, project_id from (%2$s) marked;
  elsif tg_op = 'DELETE' then
    insert into projections_dirty (source, project_id)
    with changed as (select * from old_rows) select distinct %1$L, project_id from (%2$s) marked;
  else
    insert into projections_dirty (source, project_id)
    with differing as (
      select %3$s from old_rows join new_rows using (%3$s) %4$s
    ), changed as (
      select old_rows.* from old_rows join differing using (%3$s)
      union all
      select new_rows.* from new_rows join differing using (%3$s)
    ) select distinct %1$L, project_id from (%2$s) marked;
  end if;
  return null;
end $body$
$function$,
      source.name, source.projects, source.key,
      case when source.columns <> '' then format('where (%s) is distinct from (%s)',
        (select string_agg('old_rows.' || name, ', ') from unnest(string_to_array(source.columns, ', ')) name),
        (select string_agg('new_rows.' || name, ', ') from unnest(string_to_array(source.columns, ', ')) name)) end);
    execute format('create or replace trigger projections_inserted after insert on %1$s
      referencing new table as new_rows for each statement execute function mark_%1$s()', source.name);
    execute format('create or replace trigger projections_updated after update on %1$s
      referencing old table as old_rows new table as new_rows for each statement execute function mark_%1$s()', source.name);
    execute format('create or replace trigger projections_deleted after delete on %1$s
      referencing old table as old_rows for each statement execute function mark_%1$s()', source.name);
  end loop;
end $made$;
