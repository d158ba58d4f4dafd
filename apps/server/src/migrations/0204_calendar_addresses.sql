-- expand: the former version does not know the table.
-- The address of a person's own calendar (docs/decisions/0302-calendars.md). Only the hash of its secret is stored.
create table calendar_addresses (
  user_id integer primary key references users (id),
  secret_hash text not null unique,
  created_at timestamptz not null,
  -- What was last published, so that changes are numbered and what is gone is cancelled.
  entries jsonb not null default '[]'
);
comment on table calendar_addresses is 'Addresses of people''s calendars by hash, with the entries that were last published.';
