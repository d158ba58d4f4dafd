-- Files on their way in, piece by piece: an upload is gone on with after a broken line or a new start of the server. No
-- document knows of it before it is whole (docs/decisions/0061-resumable-uploads.md).
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
create index uploads_user on uploads (user_id);
create index uploads_touched on uploads (touched_at);

create table upload_pieces (
  upload_id uuid not null references uploads (id) on delete cascade,
  start_at bigint not null,
  size integer not null check (size > 0),
  storage_key text collate "C" not null unique,
  created_at timestamptz not null,
  primary key (upload_id, start_at)
);
