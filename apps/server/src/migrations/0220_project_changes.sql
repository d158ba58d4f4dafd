-- expand: adds a table, which triggers keep also for servers of the former version.
-- The last change of each project, in an order in which nothing appears later (docs/decisions/0309-changes-since.md).
create table project_changes (
  project_id integer primary key references projects (id),
  -- The transaction that changed the project last.
  changed_by bigint not null,
  changed_at timestamptz not null
);
comment on table project_changes is 'When each project, its documents or those who see it changed last; triggers keep it.';
insert into project_changes (project_id, changed_by, changed_at)
select id, pg_current_xact_id()::text::bigint, last_changed_at from projects;
create index project_changes_order on project_changes (changed_by, project_id) include (changed_at);
