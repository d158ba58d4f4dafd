-- The second factor of a user: a secret that an app of theirs makes codes of, encrypted, and codes for the day on which
-- they are without it. A secret counts from its first right code on; until then it is `pending`.
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: no code is taken twice.
  last_step integer not null default 0,
  pending bytea,
  pending_at timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending is null) = (pending_at is null))
);

create table recovery_codes (
  code_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- Whoever has the role signs in with a second factor.
alter table roles add column second_factor boolean not null default false;

-- Between password and second factor a sign-in is a token like those of links.
alter table user_tokens drop constraint user_tokens_kind_check;
alter table user_tokens add constraint user_tokens_kind_check
  check (kind in ('activation', 'reset', 'location', 'second_step'));
