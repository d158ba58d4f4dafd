-- Following, comments and notifications: what people need every day and the specification leaves open.
create table project_followers (
  project_id integer not null references projects (id),
  user_id integer not null references users (id),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_followers_user on project_followers (user_id, project_id);

-- A removed comment keeps its text for the record; nobody is shown it any more.
create table project_comments (
  id integer generated always as identity primary key,
  project_id integer not null references projects (id),
  reply_to_id integer references project_comments (id),
  user_id integer not null references users (id),
  text text not null check (char_length(text) between 1 and 4000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by integer references users (id)
);
create index project_comments_project on project_comments (project_id, id desc);

create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  project_id integer not null references projects (id),
  kind text not null check (kind in ('turn', 'moved', 'decision', 'comment', 'answer', 'mention')),
  activity_id bigint references project_activities (id),
  comment_id integer references project_comments (id),
  -- Where the project stood after the step; for a comment, when it was written.
  phase smallint not null,
  phase_status smallint not null,
  -- How it goes by mail, as the user's settings were when it was written; null: not at all.
  delivery text check (delivery in ('now', 'digest')),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz,
  check ((activity_id is null) <> (comment_id is null)),
  unique (user_id, comment_id)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_turns on notifications (project_id) where kind = 'turn' and read_at is null;
create index notifications_unmailed on notifications (delivery, user_id)
  where read_at is null and mailed_at is null and delivery is not null;
create index notifications_old on notifications (created_at) where read_at is not null;

-- A user without a row gets the daily digest of everything.
create table notification_settings (
  user_id integer primary key references users (id),
  turn text not null default 'digest' check (turn in ('now', 'digest', 'none')),
  moved text not null default 'digest' check (moved in ('now', 'digest', 'none')),
  comments text not null default 'digest' check (comments in ('now', 'digest', 'none')),
  changed_at timestamptz not null default now()
);
