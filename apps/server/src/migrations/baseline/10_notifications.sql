-- What people are told, by bell and by mail, and notices for everybody.

create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  project_id integer not null references projects (id),
  kind text not null check (kind in ('turn', 'moved', 'decision', 'comment', 'answer', 'mention', 'infected')),
  activity_id bigint references project_activities (id),
  comment_id integer references project_comments (id),
  phase smallint not null,
  phase_status smallint not null,
  delivery text check (delivery in ('now', 'digest')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  turn text,
  document_id integer references documents (id),
  constraint notifications_of_one check (num_nonnulls(activity_id, comment_id, document_id) = 1),
  unique (user_id, comment_id)
);
comment on table notifications is 'What a user is told about a project.';
create index notifications_in_time on notifications (user_id, created_at desc, id desc);
create index notifications_old on notifications (created_at) where read_at is not null;
create index notifications_turns on notifications (project_id) where (kind = 'turn'::text) and (read_at is null);
create index notifications_unmailed on notifications
  (delivery, user_id) where (read_at is null) and (mailed_at is null) and (delivery is not null);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;

create table notification_settings (
  user_id integer primary key references users (id),
  turn text not null default 'digest' check (turn in ('now', 'digest', 'none')),
  moved text not null default 'digest' check (moved in ('now', 'digest', 'none')),
  comments text not null default 'digest' check (comments in ('now', 'digest', 'none')),
  changed_at timestamptz not null default now()
);
comment on table notification_settings is 'How a user wants to be told, by kind.';

create table notices (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  start_date date not null,
  end_date date not null,
  time_from time without time zone,
  time_to time without time zone,
  priority smallint not null default 2 check (priority between 1 and 3),
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  title_en text,
  text_en text,
  constraint notices_check check (end_date >= start_date),
  constraint notices_check1 check ((title_en is null) = (text_en is null))
);
comment on table notices is 'Messages for everybody, for some days.';
create index notices_dates on notices (start_date, end_date);
