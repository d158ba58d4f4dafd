-- Projects, their phases, who sees them, and what they were on a past day.

-- Numbers of projects, as in 2026-0042.
create sequence project_numbers;

create table projects (
  id integer generated always as identity primary key,
  code citext not null check (code ~ '^[A-Za-z0-9_-]{3,20}$'::citext) unique,
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
  foreign_funds_settled boolean not null default false,
  is_merged boolean not null default false,
  merged_into_id integer references projects (id),
  commission_approved boolean not null default false,
  status smallint not null default 0 check (status in (0, 1, 2)),
  phase smallint not null check (phase between 0 and 13),
  phase_status smallint not null check (phase_status between 1 and 34),
  status_before smallint,
  sent_by integer references users (id),
  waiting_since timestamptz not null default now(),
  total_value numeric(17,2) not null default 0,
  mei_opinion text,
  postponed_until date,
  last_reporting date,
  reporting_ended_on date,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  last_changed_at timestamptz not null default now(),
  confirmed_by integer references users (id),
  open_steps text[],
  search_key text
    generated always as (pimis_search_key(array[(code)::text, number], array[name])) stored,
  name_key text
    generated always as (pimis_words(name)) stored,
  ministry_commented boolean not null default false,
  code_key text
    generated always as (pimis_search_text((code)::text)) stored,
  number_key text
    generated always as (pimis_search_text(number)) stored
);
comment on table projects is 'A capital project: where it stands now. Search keys are folded copies of code, number and name.';
create index projects_changed on projects (status, last_changed_at, id)
  include (organization_id, proposer_organization_id, code_key, number_key, name_key);
create index projects_code on projects (status, code, id);
create index projects_code_start on projects (code_key text_pattern_ops, status, id)
  include (last_changed_at);
create index projects_commission_approved on projects (status, commission_approved, id);
create index projects_conclusion_awaited on projects
  (status, ( case when ((status = 0) and (phase = 7) and (phase_status = 1)) then reporting_ended_on else null::date end), id);
create index projects_conclusion_awaited_last on projects
  (status, ( case when ((status = 0) and (phase = 7) and (phase_status = 1)) then reporting_ended_on else null::date end) desc nulls last, id desc);
create index projects_created on projects (status, created_at, id)
  include (last_changed_at);
create index projects_foreign_funds on projects (status, foreign_funds, id);
create index projects_important on projects (status, important, id);
create index projects_merged on projects (status, id) where is_merged;
create index projects_ministry_commented on projects (status, ministry_commented, id);
create index projects_name on projects (status, name, id);
create index projects_name_words on projects using gin (name_key gin_trgm_ops);
create index projects_number on projects (status, number, id);
create index projects_number_start on projects (number_key text_pattern_ops, status, id)
  include (last_changed_at);
create index projects_organization on projects (organization_id, status, last_changed_at, id);
create index projects_phase on projects (status, phase, id);
create index projects_phase_status on projects (status, phase_status, id);
create index projects_postponed on projects (postponed_until) where postponed_until is not null;
create index projects_proposer on projects (proposer_organization_id, status, last_changed_at, id);
create index projects_reported on projects (status, last_reporting, id);
create index projects_reported_last on projects (status, last_reporting desc nulls last, id desc);
create index projects_search on projects using gin (search_key gin_trgm_ops);
create index projects_sector on projects (status, sector, id);
create index projects_stage on projects
  (status, ( case when (phase = any (array[0, 1, 2, 3, 10])) then 1 when (phase = any (array[4, 5, 9, 11, 12, 13])) then 2 when (phase = any (array[7, 8])) then 3 else null::integer end), id);
create index projects_state on projects (status, phase, phase_status, waiting_since, id);
create index projects_status on projects (status, id);
create index projects_type on projects (status, type, id);
create index projects_value on projects (status, total_value, id);
create statistics projects_states (dependencies, mcv) on status, phase, phase_status from projects;

create table project_phases (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  phase smallint not null,
  status smallint not null default 1,
  started_at timestamptz not null default now(),
  closed_at timestamptz,
  commission_count integer not null default 0,
  unique (project_id, phase)
);
comment on table project_phases is 'Phases that a project has entered.';

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
  form_id integer,
  form_code text,
  form_revision integer,
  created_at timestamptz not null default now()
);
comment on table project_activities is 'What happened to a project, as people see it.';
create index project_activities_form on project_activities (form_code, form_id, id desc) where form_code is not null;
create index project_activities_phase on project_activities (project_phase_id, id desc);
create index project_activities_project on project_activities (project_id, id desc);

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
  total_value numeric(17,2) not null,
  proposer_organization_id text not null,
  foreign_funds boolean not null,
  important boolean not null,
  commission_approved boolean not null,
  last_reporting date
);
comment on table project_history is 'What a project was from one moment to another, for reports of a past day.';
create index project_history_at on project_history (valid_from, valid_to);
create index project_history_important on project_history (project_id) where important;
create unique index project_history_open on project_history (project_id) where valid_to is null;
create index project_history_project on project_history (project_id, valid_from);
create index project_history_state on project_history (status, phase);

create table project_organizations (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  organization_id text not null references budget_users (id),
  created_at timestamptz not null default now(),
  unique (project_id, organization_id)
);
comment on table project_organizations is 'Organizations that observe a project.';
create index project_organizations_organization on project_organizations (organization_id, project_id);

create table important_lists (
  project_id integer primary key references projects (id),
  list_type smallint not null check (list_type in (3, 4, 5)),
  created_by integer references users (id),
  created_at timestamptz not null default now()
);
comment on table important_lists is 'The list that an important project was chosen for.';

create table project_followers (
  project_id integer not null references projects (id),
  user_id integer not null references users (id),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
comment on table project_followers is 'Users who follow a project.';
create index project_followers_user on project_followers (user_id, project_id);

create table project_comments (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  reply_to_id integer references project_comments (id),
  user_id integer not null references users (id),
  text text not null check ((char_length(text) >= 1) and (char_length(text) <= 4000)),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by integer references users (id)
);
comment on table project_comments is 'Comments on a project; a removed one keeps its place.';
create index project_comments_project on project_comments (project_id, id desc);

create table project_appropriations (
  project_id integer not null references projects (id),
  appropriation_id integer not null references appropriations (id),
  created_at timestamptz not null default now(),
  primary key (project_id, appropriation_id)
);
comment on table project_appropriations is 'Appropriations that a project was given.';
