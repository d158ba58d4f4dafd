-- Files of open data, which a job makes (docs/open-data.md, "Files").

create table open_data_files (
  name text primary key,
  storage_key text collate "C" not null unique,
  media_type text not null,
  size bigint not null,
  hash text not null,
  changed_at timestamptz,
  made_at timestamptz not null
);
comment on table open_data_files is 'The files of open data as they are answered, by their place in the file store.';

create table open_data_making (
  one boolean primary key default true check (one),
  -- Of the public facts that the files were made from.
  version text,
  made_at timestamptz,
  projects integer,
  -- Projects that break a rule of the standard, and how; the files hold them nevertheless.
  problems jsonb not null default '[]',
  failed_at timestamptz,
  failure text
);
comment on table open_data_making is 'How the last making of the files went; failed_at is null after one that went well.';
