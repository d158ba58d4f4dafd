-- What the public may know (docs/decisions/0190-what-is-public.md): kept by triggers, decided by public_since().

create table public_projects (
  project_id integer primary key references projects (id),
  number text not null,
  code text not null,
  title text collate "sr-x-icu" not null,
  organization_id text not null,
  sector smallint not null,
  type smallint not null,
  status text not null,
  -- The first day on which the project was public.
  since date not null,
  changed_at timestamptz not null,
  value numeric(17,2),
  districts text[] not null default '{}',
  withheld boolean not null,
  search_key text
    generated always as (pimis_search_key(array[code, number], array[title])) stored
);
comment on table public_projects is 'Projects that the public may know, with what they are found by. Kept by triggers.';
create unique index public_projects_number on public_projects (number) where not withheld;
create index public_projects_changed on public_projects (changed_at desc, project_id) where not withheld;
create index public_projects_listed on public_projects (project_id) include (changed_at, sector, status) where not withheld;
create index public_projects_sector on public_projects (sector, project_id) where not withheld;
create index public_projects_status on public_projects (status, project_id) where not withheld;
create index public_projects_districts on public_projects using gin (districts) where not withheld;
create index public_projects_search on public_projects using gin (search_key gin_trgm_ops) where not withheld;

create table public_forms (
  form_id integer not null references project_forms (id),
  revision integer not null,
  project_id integer not null references projects (id),
  code text not null,
  approved_at timestamptz not null,
  -- The day of the decision, which may be earlier than its record.
  approved_on date not null,
  facts jsonb not null,
  primary key (form_id, revision)
);
comment on table public_forms is
  'Approved revisions of forms with the values that may be public: kept at the approval, so that a later revision says nothing before its own.';
create index public_forms_project on public_forms (project_id, approved_at, form_id);

create table project_withholdings (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  reason text not null check (char_length(reason) between 1 and 4000),
  withheld_by integer not null references users (id),
  withheld_at timestamptz not null,
  returned_reason text check (char_length(returned_reason) between 1 and 4000),
  returned_by integer references users (id),
  returned_at timestamptz,
  constraint project_withholdings_returned check (num_nulls(returned_reason, returned_by, returned_at) in (0, 3))
);
comment on table project_withholdings is 'Projects that an administrator withholds from the public, and took back.';
create unique index project_withholdings_open on project_withholdings (project_id) where returned_at is null;
create index project_withholdings_project on project_withholdings (project_id, id);
