-- Users are found by login, name and address; they carry tags. Roles say when they were changed.
alter table users add column tags text[] not null default '{}';
alter table users add column search_key text
  generated always as (pimis_search_key(array[login::text], array[name, email])) stored;
create index users_key on users using gin (search_key gin_trgm_ops);
alter table roles add column modified_at timestamptz;
