-- Which organization sees which project, kept by triggers, and how many projects stand in each state.

create table project_visibility (
  viewer_id text not null,
  project_id integer not null references projects (id),
  involved boolean not null,
  organization_id text not null,
  proposer_organization_id text not null,
  code citext not null,
  number text not null,
  name text collate "sr-x-icu" not null,
  type smallint not null,
  sector smallint not null,
  important boolean not null,
  foreign_funds boolean not null,
  commission_approved boolean not null,
  is_merged boolean not null,
  status smallint not null,
  phase smallint not null,
  phase_status smallint not null,
  sent_by integer,
  open_steps text[],
  waiting_since timestamptz not null,
  total_value numeric(17,2) not null,
  last_reporting date,
  reporting_ended_on date,
  created_at timestamptz not null,
  last_changed_at timestamptz not null,
  ministry_commented boolean not null default false,
  primary key (viewer_id, project_id)
);
comment on table project_visibility is 'One row for each organization and project that it sees, with what lists filter and sort by: a list of an organization is one range of one index. `involved`: as owner, proposer or observer, not as evaluator alone.';
create index project_visibility_list on project_visibility (viewer_id, status, last_changed_at, project_id)
  include (involved, organization_id, proposer_organization_id, code, number, type, sector, important, foreign_funds, commission_approved, is_merged, phase, phase_status, sent_by, open_steps, waiting_since, total_value, last_reporting, reporting_ended_on, created_at, ministry_commented);
create index project_visibility_name on project_visibility (viewer_id, status, name, project_id)
  include (involved);
create index project_visibility_project on project_visibility (project_id);

create table project_state_counts (
  status smallint not null,
  phase smallint not null,
  phase_status smallint not null,
  foreign_funds boolean not null,
  open_steps text[],
  projects integer not null
);
comment on table project_state_counts is 'Number of projects in each state. Triggers add rows with the change, a job sums them up; readers sum.';
