-- expand: adds tables. Servers of the former version write no events and deliver none.
-- Webhooks tell other systems what has happened in projects (docs/decisions/0304-webhooks.md).

create table webhooks (
  id integer generated always as identity primary key,
  name text collate "sr-x-icu" not null,
  url text not null,
  -- The events that it asks for.
  kinds text[] not null,
  -- It is told of the projects that this organization sees.
  organization_id text not null references organizations (id),
  enabled boolean not null default true,
  off_reason text check (off_reason in ('person', 'failures', 'gone', 'copy')),
  -- Since when attempts have failed without one that succeeded.
  failing_since timestamptz,
  delivered_at timestamptz,
  created_by integer not null references users (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (enabled = (off_reason is null))
);
comment on table webhooks is 'Addresses of other systems that are told what has happened in projects.';
create index webhooks_organization on webhooks (organization_id);

create table webhook_secrets (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks (id) on delete cascade,
  -- Encrypted with the secret of the server: signatures need the secret itself.
  sealed bytea not null,
  created_by integer not null references users (id),
  created_at timestamptz not null
);
comment on table webhook_secrets is 'Secrets that sign the deliveries of a webhook, encrypted.';
create index webhook_secrets_webhook on webhook_secrets (webhook_id);

create table webhook_deliveries (
  -- Grows with the steps of a project, because each of them locks its row.
  id bigint generated always as identity primary key,
  -- The number of the event for the receiver, the same in every attempt.
  event_id uuid not null default gen_random_uuid() unique,
  webhook_id integer not null references webhooks (id) on delete cascade,
  kind text not null,
  -- Null for a test.
  project_id integer references projects (id),
  data jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Asked for by hand: it has one attempt, and holds nothing back.
  once boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- When it is due; while an attempt is under way, when that attempt counts as lost.
  next_at timestamptz not null,
  taken_at timestamptz,
  attempted_at timestamptz,
  -- The outcome of the last attempt.
  outcome text check (outcome in
    ('delivered', 'status', 'redirect', 'gone', 'timeout', 'unreachable', 'refused', 'unsigned')),
  http_status integer,
  reason text,
  ms integer
);
comment on table webhook_deliveries is 'Events for webhooks: those that wait are the outbox, the others are its log.';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (webhook_id, project_id, id) where state = 'waiting';
create index webhook_deliveries_taken on webhook_deliveries (webhook_id) where taken_at is not null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
