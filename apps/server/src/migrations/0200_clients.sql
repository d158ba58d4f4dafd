-- contract: servers of the former version would show clients among the users.
-- Other systems that call the interface (docs/decisions/0300-clients.md). A client is a row of users with a status of
-- its own, so that whatever names a user can name it.
alter table users
  drop constraint users_status_check,
  add constraint users_status_check check (status in (1, 2, 3, 4, 5));

create table clients (
  user_id integer primary key references users (id),
  -- users.name says „клијент“ before it.
  name text collate "sr-x-icu" not null,
  -- Scopes: the claims that the client may ask for.
  claims text[] not null,
  -- Networks from which the client may call; none: from anywhere.
  addresses text[] not null default '{}',
  -- The last day on which it works, in Belgrade.
  expires_on date not null,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by integer references users (id),
  last_used_at timestamptz,
  last_used_from text,
  -- The expiry that a mail has announced.
  announced_on date,
  check ((revoked_at is null) = (revoked_by is null))
);
comment on table clients is 'Other systems that call the interface, each with the claims that it may use.';
create index clients_name on clients (name, user_id);
create index clients_expiry on clients (expires_on) where revoked_at is null;

create table client_secrets (
  id integer generated always as identity primary key,
  client_id integer not null references clients (user_id) on delete cascade,
  secret_hash text unique,
  -- A public key (JWK) by which the client signs its assertions.
  public_key jsonb,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(secret_hash, public_key) = 1)
);
comment on table client_secrets is 'Secrets of clients by their hash, and public keys.';
create index client_secrets_client on client_secrets (client_id);

create table client_assertions (
  client_id integer not null references clients (user_id) on delete cascade,
  jti_hash text not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);
comment on table client_assertions is 'Signed assertions of clients that were used, until they expire; each works once.';
create index client_assertions_expiry on client_assertions (expires_at);

create table client_requests (
  client_id integer not null references clients (user_id) on delete cascade,
  key text not null,
  request_hash text not null,
  created_at timestamptz not null,
  -- The answer; null while the call is being processed.
  http_status smallint,
  answer text,
  location text,
  primary key (client_id, key)
);
comment on table client_requests is 'Calls of clients with an Idempotency-Key, and their answers.';
create index client_requests_age on client_requests (created_at);
