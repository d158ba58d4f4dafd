-- Lists of the commission and its decisions.

create table project_lists (
  id integer generated always as identity primary key,
  type smallint not null check (type between 1 and 6),
  name text collate "sr-x-icu" not null,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  session_on date,
  pending_count integer not null default 0,
  projects integer not null default 0,
  total_value numeric not null default 0,
  unique (type, name)
);
comment on table project_lists is 'Lists of the commission. Counts and sums are kept by triggers.';
create index project_lists_newest on project_lists (type, id desc);
create index project_lists_open on project_lists (session_on, id desc)
  include (pending_count) where pending_count > 0;

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
  form_id integer references project_forms (id),
  form_revision integer,
  form_status smallint,
  primary key (list_id, project_id)
);
comment on table project_list_items is 'Projects on a list, with what they were when they were put on it and what was decided.';
create index project_list_items_decided on project_list_items
  (project_id, decided_at desc) where decided_at is not null;
create index project_list_items_pending on project_list_items (project_id, list_id) where decision is null;
create index project_list_items_project on project_list_items (project_id, list_id desc);
