-- expand: adds tables.
-- Scenarios of what can be afforded (docs/decisions/0205-scenarios.md).

create table scenarios (
  id integer generated always as identity primary key,
  name text collate "sr-x-icu" not null check (char_length(name) between 1 and 120),
  owner_id integer not null references users (id),
  shared boolean not null default false,
  goal text not null default 'marks' check (goal in ('marks', 'worth')),
  revision integer not null default 1,
  -- [{year, source, amount}]: the ceilings of this scenario, at first those that were entered.
  ceilings jsonb not null,
  -- [{year, source, amount}]: needs of approved projects when they were taken over.
  committed jsonb not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table scenarios is 'Named sets of projects that wait for a decision, over the fiscal calendar. They decide nothing.';
create index scenarios_owner on scenarios (owner_id, changed_at desc);
create index scenarios_shared on scenarios (changed_at desc) where shared;

create table scenario_candidates (
  scenario_id integer not null references scenarios (id) on delete cascade,
  project_id integer not null references projects (id),
  position integer not null,
  state text not null check (state in ('in', 'out', 'must', 'never')),
  shift smallint not null default 0 check (shift between -20 and 20),
  -- Name, mark, worth and needs when they were taken over (CandidateData of the domain).
  data jsonb not null,
  taken_at timestamptz not null,
  primary key (scenario_id, project_id)
);
comment on table scenario_candidates is 'Projects of a scenario with their data when they were taken over.';
create index scenario_candidates_project on scenario_candidates (project_id);
