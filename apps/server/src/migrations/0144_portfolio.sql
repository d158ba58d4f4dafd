-- expand: adds columns with defaults and a table, which triggers keep; older servers neither read nor write them.
-- What the portfolio groups and sums projects by (docs/decisions/0189-kept-for-the-portfolio.md): as the newest locked form
-- and the plan in force say. The functions that keep them fill them for a database of an earlier version.
alter table projects
  -- 1 national, 2 provincial, 3 local; null: no form has said.
  add column level smallint check (level between 1 and 3),
  add column districts text[] not null default '{}',
  add column municipalities text[] not null default '{}',
  -- The end of the plan in force.
  add column planned_end date,
  -- Of all approved quarters.
  add column spent numeric(17,2) not null default 0;

alter table project_visibility
  add column level smallint,
  add column districts text[] not null default '{}',
  add column municipalities text[] not null default '{}',
  add column planned_end date,
  add column spent numeric(17,2) not null default 0;

create table project_quarters (
  project_id integer not null references projects (id),
  year smallint not null,
  quarter smallint not null check (quarter between 1 and 4),
  -- By the plan in force.
  planned numeric(17,2) not null default 0,
  -- By the approved report of the quarter.
  spent numeric(17,2) not null default 0,
  primary key (project_id, year, quarter)
);
comment on table project_quarters is 'Planned and spent amounts of a project by quarter, kept from the plan in force and the approved reports.';
