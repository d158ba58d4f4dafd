-- Documents of projects with their revisions, the words in them, and uploads under way.

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
  search_key text
    generated always as (pimis_search_key(null::text[], array[title, description])) stored
);
comment on table documents is 'Documents of a project or a form.';
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
  storage_key text collate "C" not null,
  secure_link boolean not null default true,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  link_id uuid not null default gen_random_uuid() unique,
  link_expires_on date,
  link_opened integer not null default 0,
  scan text not null default 'clean' check (scan in ('waiting', 'clean', 'found')),
  scan_finding text,
  unique (document_id, revision)
);
comment on table document_revisions is 'Contents of a document, by their place in the file store.';
create index document_revisions_by_hash on document_revisions (hash) where deleted_at is null;
create index document_revisions_storage_key on document_revisions (storage_key);
create index document_revisions_waiting on document_revisions (id) where scan = 'waiting'::text;

create table document_texts (
  revision_id integer primary key references document_revisions (id),
  words tsvector not null
);
comment on table document_texts is 'Words in the newest revision, for the search.';
create index document_texts_words on document_texts using gin (words);

create table document_downloads (
  id bigint generated always as identity primary key,
  revision_id integer not null references document_revisions (id),
  user_id integer references users (id),
  user_name text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table document_downloads is 'Who has downloaded a secured document.';
create unique index document_downloads_who on document_downloads (revision_id, COALESCE(user_id, 0));

create table form_documents (
  form_id integer not null references project_forms (id),
  document_id integer not null references documents (id),
  primary key (form_id, document_id)
);
comment on table form_documents is 'Documents that a form refers to.';
create index form_documents_document on form_documents (document_id);

create table uploads (
  id uuid primary key,
  project_id integer not null references projects (id),
  user_id integer not null references users (id),
  name text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  created_at timestamptz not null,
  touched_at timestamptz not null
);
comment on table uploads is 'Uploads under way (tus).';
create index uploads_touched on uploads (touched_at);
create index uploads_user on uploads (user_id);

create table upload_pieces (
  upload_id uuid not null references uploads (id) on delete cascade,
  start_at bigint not null,
  size integer not null check (size > 0),
  storage_key text collate "C" not null unique,
  created_at timestamptz not null,
  primary key (upload_id, start_at)
);
comment on table upload_pieces is 'Pieces of an upload that have come.';
