-- expand: adds tables and columns. Servers of the former version write what projections read, and a job computes what follows.
-- Facts that are kept because lists read them by set (docs/decisions/0250-projections.md).

create table projections (
  name text primary key,
  -- Of the newest server that has computed it: an older one leaves its rows alone.
  version integer not null
);
comment on table projections is 'Facts that are computed from other tables, and the version of what computes them.';

create table projections_dirty (
  id bigint generated always as identity primary key,
  -- The changed table; null where a rebuild of one projection is asked for.
  source text,
  projection text,
  project_id integer not null,
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  marked_at timestamptz not null default now(),
  constraint projections_dirty_cause check (num_nulls(source, projection) = 1)
);
comment on table projections_dirty is 'Projects whose kept facts are to be computed again. A transaction takes its own rows before it commits, a job takes the others.';
-- What has changed goes before rebuilds.
create index projections_dirty_order on projections_dirty (projection nulls first, id);
create index projections_dirty_transaction on projections_dirty (transaction);
create index projections_dirty_project on projections_dirty (project_id);

-- By what a public change without a moment of its own is noticed; null for a row that an earlier version has written.
alter table public_projects add column seen jsonb;
