create table documents (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  title text not null,
  description text not null,
  comment text,
  document_type smallint not null default 0 check (document_type between 0 and 18),
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_key text generated always as (pimis_fold(title || ' ' || description)) stored
);
create index documents_project on documents (project_id, created_at desc, id) where deleted_at is null;
create index documents_search on documents using gin (search_key gin_trgm_ops);

create table document_revisions (
  id integer generated always as identity primary key,
  document_id integer not null references documents (id),
  revision integer not null,
  title text not null,
  name text not null,
  extension text not null,
  size bigint not null,
  hash text not null,
  description text not null,
  comment text,
  media_type text not null,
  storage_key text not null unique,
  -- Unguessable part of the public link.
  link_secret text not null,
  secure_link boolean not null default true,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (document_id, revision)
);

create table document_downloads (
  id bigint generated always as identity primary key,
  revision_id integer not null references document_revisions (id),
  user_id integer references users (id),
  user_name text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create unique index document_downloads_who on document_downloads (revision_id, coalesce(user_id, 0));

-- Which documents the newest revision of a form names; a named document cannot be deleted.
create table form_documents (
  form_id integer not null references project_forms (id),
  document_id integer not null references documents (id),
  primary key (form_id, document_id)
);
create index form_documents_document on form_documents (document_id);

create table operations (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  kind text not null,
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress smallint not null default 0,
  result jsonb,
  storage_key text,
  file_name text,
  media_type text,
  error_name text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index operations_user on operations (user_id, created_at desc);
