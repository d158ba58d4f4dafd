-- What forms hold: each save that changes something is a revision.

create table form_definitions (
  code text not null,
  version integer not null,
  published jsonb not null,
  published_at timestamptz not null default now(),
  behaviour jsonb,
  primary key (code, version)
);
comment on table form_definitions is 'Published definitions of forms by code and version. They never change.';

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
  fixed jsonb not null default '{}',
  created_at timestamptz not null default now(),
  locked_at timestamptz,
  locked_by integer references users (id),
  mark json,
  marked_at timestamptz,
  marked_by integer references users (id),
  unique (project_phase_id, ordinal)
);
comment on table project_forms is 'Forms of a phase, with their status and marks.';
create index project_forms_evaluator on project_forms
  (evaluator_organization_id) where evaluator_organization_id is not null;
create index project_forms_project on project_forms (project_id, project_phase_id, ordinal);
alter table project_activities add constraint project_activities_form_id_fkey foreign key (form_id) references project_forms (id);

create table form_revisions (
  id integer generated always as identity primary key,
  form_id integer not null references project_forms (id),
  revision integer not null check (revision >= 1),
  definition_version integer not null,
  input json not null,
  data json not null default '{}',
  validation jsonb not null default '{"Errors": [], "Warnings": []}',
  user_id integer references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  unique (form_id, revision)
);
comment on table form_revisions is 'Values of a form at each save, with the result of the validation.';

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
comment on table project_plans is 'Plan of a project by quarters.';

create table project_indicators (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  form_id integer not null unique references project_forms (id),
  year smallint not null,
  quarter smallint not null,
  rows json not null,
  created_at timestamptz not null default now()
);
comment on table project_indicators is 'Indicators of an approved form.';
create index project_indicators_project on project_indicators (project_id, year, quarter);
