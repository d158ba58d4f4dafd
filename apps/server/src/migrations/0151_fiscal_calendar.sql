-- expand: adds tables; what servers of the former version write is kept by triggers.
-- What projects need by fiscal year, and the ceilings that the ministry enters (docs/decisions/0204-fiscal-calendar.md).

create table project_needs (
  project_id integer not null references projects (id),
  year smallint not null,
  -- A source as forms name it; empty where a form names none.
  source text not null,
  amount numeric(17,2) not null,
  -- From a plan in force, not from the yearly costs of an approved form.
  planned boolean not null,
  primary key (project_id, year, source)
);
comment on table project_needs is 'What a project needs in a fiscal year from a source: by its newest plan, else by the yearly costs of its newest approved form. Kept by triggers.';
create index project_needs_year on project_needs (year, source, project_id) include (amount, planned);

create table fiscal_ceilings (
  id integer generated always as identity primary key,
  year smallint not null check (year between 2000 and 2100),
  source text not null check (char_length(source) <= 100),
  -- Null: of all sectors.
  sector smallint check (sector between 1 and 6),
  -- Null: removed; its revisions go on.
  amount numeric(17,2) check (amount >= 0),
  revision integer not null default 1,
  changed_by integer not null references users (id),
  changed_at timestamptz not null default now(),
  unique nulls not distinct (year, source, sector)
);
comment on table fiscal_ceilings is 'The most that projects may need in a year from a source.';

create table fiscal_ceiling_revisions (
  ceiling_id integer not null references fiscal_ceilings (id),
  revision integer not null,
  amount numeric(17,2),
  changed_by integer not null references users (id),
  changed_at timestamptz not null,
  primary key (ceiling_id, revision)
);
comment on table fiscal_ceiling_revisions is 'Every value that a ceiling has had.';
