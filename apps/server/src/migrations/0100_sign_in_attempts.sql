-- How much of something a place has done that it should not do often. The level falls as time passes; where it is above a
-- bound, the place may try again from next_at on (platform/levels.ts).
create table levels (
  key text primary key,
  level double precision not null,
  at timestamptz not null,
  next_at timestamptz not null
);
create index levels_at on levels (at);

-- Browsers in which a user has signed in: of the cookie that says so the hash alone is kept (docs/decisions/0140).
create table known_browsers (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  browser_hash text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (user_id, browser_hash)
);
create index known_browsers_used on known_browsers (last_used_at);
