-- Long work with its progress, and reports that people have subscribed to.

create table operations (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  kind text not null,
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress smallint not null default 0,
  result jsonb,
  storage_key text,
  file_name text,
  media_type text,
  error_name text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  attempt smallint not null default 0
);
comment on table operations is 'Long work: its progress, its end and the file that it has made.';
create index operations_finished on operations (finished_at) where finished_at is not null;
create index operations_user on operations (user_id, created_at desc);

create table report_subscriptions (
  user_id integer not null references users (id),
  report text not null,
  kind text not null check (kind in ('favourite', 'mail')),
  created_at timestamptz not null default now(),
  primary key (user_id, kind, report)
);
comment on table report_subscriptions is 'Reports that a user keeps as favourites or gets by mail.';
