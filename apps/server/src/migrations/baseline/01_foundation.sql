-- What every part of the server stands on: settings, rate limits, the audit log and its chain of hashes, workers.

create extension if not exists pg_trgm;
create extension if not exists citext;

create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
comment on table settings is 'Values that the product keeps for itself, by key.';

create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);
comment on table rate_limits is 'How often something was asked within a window, by key; rows are reused.';
create index rate_limits_end on rate_limits (window_ends_at);

create table job_workers (
  id text primary key,
  alive_at timestamptz not null default now()
);
comment on table job_workers is 'Workers of the job queue that live: what any other has locked is given back to the queue.';

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  login text,
  operation text not null,
  subject_type text not null,
  subject_id text not null,
  organization_id text,
  detail jsonb not null default '{}',
  request_id text,
  address text
);
comment on table audit_log is 'Who changed what, when and from where. Rows are added, never changed or removed.';
create index audit_log_at on audit_log (at desc);
create index audit_log_login on audit_log (login, at desc);
create index audit_log_operation on audit_log (operation, at desc);
create index audit_log_organization on audit_log (organization_id, at desc);
create index audit_log_subject on audit_log (subject_type, subject_id, at desc);

create table audit_unsealed (
  audit_id bigint primary key references audit_log (id)
);
comment on table audit_unsealed is 'Rows of the audit log that wait for their seal.';

create table audit_chain (
  seal bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
comment on table audit_chain is 'Seals of the audit log: each hash covers its row and the hash before it.';
