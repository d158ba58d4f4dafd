create table levels (
  key text primary key,
  level double precision not null,
  at timestamptz not null,
  next_at timestamptz not null
);
comment on table levels is 'How often something was done lately, by key: the level falls as time passes; above a bound the next try is at next_at.';
create index levels_at on levels (at);

create table known_browsers (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  browser_hash text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (user_id, browser_hash)
);
comment on table known_browsers is 'Browsers in which a user has signed in, by the hash of their cookie.';
create index known_browsers_used on known_browsers (last_used_at);
