-- expand: adds a table, which triggers keep; older servers neither read nor write it.
-- Earned value of projects (docs/earned-value.md), by the days on which what is known of it changed. The function that
-- keeps it fills it for a database of an earlier version.
create table earned_values (
  project_id integer not null references projects (id),
  valid_from date not null,
  -- The first day on which it no longer holds.
  valid_to date not null default 'infinity',
  plan_ordinal integer not null,
  planned_start date,
  planned_end date,
  bac numeric(19,2) not null,
  -- Null while no report is approved.
  year smallint,
  quarter smallint check (quarter between 1 and 4),
  pv numeric(19,2),
  ev numeric(19,2),
  ac numeric(19,2),
  -- Thousandths; null where the divisor is 0.
  spi numeric,
  cpi numeric,
  eac numeric,
  primary key (project_id, valid_from)
);
comment on table earned_values is 'Earned value of a project from one day to another: by the plan in force then and the reports approved then.';
create index earned_values_at on earned_values (valid_to, project_id);
create index project_activities_reports on project_activities (project_id, id) where phase in (5, 12) and form_id is not null;
