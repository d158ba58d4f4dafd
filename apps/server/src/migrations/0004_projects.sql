create table form_definitions (
  code text not null,
  version integer not null,
  published jsonb not null,
  published_at timestamptz not null default now(),
  primary key (code, version)
);

create sequence project_numbers;

create table projects (
  id integer generated always as identity primary key,
  code citext not null unique check (code ~ '^[A-Za-z0-9_-]{3,20}$'),
  number text not null unique,
  name text collate "sr-x-icu" not null,
  description text,
  organization_id text not null references organizations (id),
  proposer_organization_id text not null references organizations (id),
  type smallint not null check (type in (1, 2, 3)),
  sector smallint not null check (sector between 1 and 6),
  important boolean not null default false,
  migrated boolean not null default false,
  foreign_funds boolean not null default false,
  -- Once a phase has settled it, the form no longer changes foreign_funds by itself.
  foreign_funds_settled boolean not null default false,
  is_merged boolean not null default false,
  merged_into_id integer references projects (id),
  commission_approved boolean not null default false,
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- The current phase and its status, kept beside project_phases so that lists filter and sort on one row.
  phase smallint not null check (phase between 0 and 13),
  phase_status smallint not null check (phase_status between 1 and 34),
  status_before smallint,
  -- Who sent the current step; confirmed by somebody else.
  sent_by integer references users (id),
  waiting_since timestamptz not null default now(),
  total_value numeric(17, 2) not null default 0,
  mei_opinion text,
  postponed_until date,
  last_reporting date,
  reporting_ended_on date,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  last_changed_at timestamptz not null default now(),
  search_key text generated always as (pimis_fold(code::text || ' ' || number || ' ' || name)) stored
);
create index projects_search on projects using gin (search_key gin_trgm_ops);
create index projects_organization on projects (organization_id, status, last_changed_at desc, id);
create index projects_proposer on projects (proposer_organization_id, status, last_changed_at desc, id);
create index projects_changed on projects (status, last_changed_at desc, id);
create index projects_created on projects (status, created_at desc, id);
create index projects_value on projects (status, total_value desc, id);
create index projects_state on projects (status, phase, phase_status, last_changed_at desc, id);
create index projects_name on projects (status, name, id);
create index projects_code on projects (status, code, id);

create table project_phases (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  phase smallint not null,
  status smallint not null default 1,
  started_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Times this phase went before the commission without a yes since the last return to entry.
  commission_count integer not null default 0,
  unique (project_id, phase)
);

create table project_forms (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  project_phase_id integer not null references project_phases (id),
  code text not null,
  definition_version integer not null,
  name text collate "sr-x-icu" not null,
  ordinal integer not null,
  status smallint not null default 1 check (status in (1, 2, 3, 4)),
  evaluator_organization_id text references organizations (id),
  mandatory boolean not null default true,
  -- Facts fixed when the form is made (exchange rate of the day, round number, prefilled values).
  fixed jsonb not null default '{}',
  created_at timestamptz not null default now(),
  locked_at timestamptz,
  locked_by integer references users (id),
  unique (project_phase_id, ordinal)
);
create index project_forms_project on project_forms (project_id, project_phase_id, ordinal);
create index project_forms_evaluator on project_forms (evaluator_organization_id) where evaluator_organization_id is not null;

create table form_revisions (
  id integer generated always as identity primary key,
  form_id integer not null references project_forms (id),
  revision integer not null check (revision >= 1),
  definition_version integer not null,
  -- json, not jsonb: the text is kept as it was saved, with its order of keys.
  input json not null,
  data json not null default '{}',
  validation jsonb not null default '{"Errors":[],"Warnings":[]}',
  mark json,
  user_id integer references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  unique (form_id, revision)
);

create table project_activities (
  id bigint generated always as identity primary key,
  project_id integer not null references projects (id),
  project_phase_id integer not null references project_phases (id),
  phase smallint not null,
  previous_status smallint not null,
  status smallint not null,
  action smallint,
  operation text not null,
  user_id integer references users (id),
  user_name text not null,
  comment text,
  decision_date date,
  postponed_date date,
  form_id integer references project_forms (id),
  form_code text,
  form_revision integer,
  created_at timestamptz not null default now()
);
create index project_activities_phase on project_activities (project_phase_id, id desc);
create index project_activities_project on project_activities (project_id, id desc);

-- What a project was on a past day (reports "at day"): one open row per project, closed when a fact changes.
create table project_history (
  id bigint generated always as identity primary key,
  project_id integer not null references projects (id),
  valid_from timestamptz not null,
  valid_to timestamptz,
  name text collate "sr-x-icu" not null,
  code text not null,
  phase smallint not null,
  phase_status smallint not null,
  status smallint not null,
  total_value numeric(17, 2) not null,
  proposer_organization_id text not null,
  foreign_funds boolean not null,
  important boolean not null,
  commission_approved boolean not null
);
create unique index project_history_open on project_history (project_id) where valid_to is null;
create index project_history_at on project_history (valid_from, valid_to);

create table project_organizations (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  organization_id text not null references budget_users (id),
  created_at timestamptz not null default now(),
  unique (project_id, organization_id)
);
create index project_organizations_organization on project_organizations (organization_id, project_id);

create table project_appropriations (
  project_id integer not null references projects (id),
  appropriation_id integer not null references appropriations (id),
  created_at timestamptz not null default now(),
  primary key (project_id, appropriation_id)
);

create table important_lists (
  project_id integer not null references projects (id) primary key,
  list_type smallint not null check (list_type in (3, 4, 5)),
  created_by integer references users (id),
  created_at timestamptz not null default now()
);

create table project_lists (
  id integer generated always as identity primary key,
  type smallint not null check (type between 1 and 6),
  name text collate "sr-x-icu" not null,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  unique (type, name)
);
create index project_lists_newest on project_lists (type, id desc);

create table project_list_items (
  list_id integer not null references project_lists (id),
  project_id integer not null references projects (id),
  position integer not null,
  came_from_status smallint not null,
  snapshot jsonb not null,
  decision smallint,
  decision_date date,
  decision_comment text,
  postponed_date date,
  decided_at timestamptz,
  decided_by integer references users (id),
  primary key (list_id, project_id)
);
create index project_list_items_project on project_list_items (project_id, list_id desc);
create index project_list_items_open on project_list_items (list_id) where decision is null;

-- The plan a project is measured against: the initial one and each corrected one (workflow, phase 4 and 11).
create table project_plans (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  ordinal integer not null,
  form_id integer not null references project_forms (id),
  form_revision integer not null,
  plan json not null,
  in_force_from timestamptz not null default now(),
  unique (project_id, ordinal)
);

create table project_indicators (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  form_id integer not null unique references project_forms (id),
  year smallint not null,
  quarter smallint not null,
  rows json not null,
  created_at timestamptz not null default now()
);
create index project_indicators_project on project_indicators (project_id, year, quarter);
