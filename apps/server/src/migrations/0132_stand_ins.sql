-- Absences and who acts instead (docs/decisions/0178-stand-ins.md). Days are calendar days in Belgrade, both included.
create table stand_ins (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  -- Null: the person is away and nobody acts instead.
  acting_user_id integer references users,
  first_day date not null,
  last_day date not null,
  created_by integer not null references users,
  created_at timestamptz not null,
  -- Set when the absence ends before its last day, or is withdrawn before its first.
  ended_at timestamptz,
  ended_by integer references users,
  check (first_day <= last_day),
  check (acting_user_id <> user_id),
  check ((ended_at is null) = (ended_by is null))
);
comment on table stand_ins is 'Absences of users, each with the user who acts instead';
create index stand_ins_of_user on stand_ins (user_id, last_day) where ended_at is null;
create index stand_ins_of_acting_user on stand_ins (acting_user_id, last_day) where ended_at is null;

-- Whom the acting user stood in for when the step was taken; the name is that of the day.
alter table project_activities
  add column stand_in_for_id integer references users,
  add column stand_in_for_name text,
  add check ((stand_in_for_id is null) = (stand_in_for_name is null));

-- The absent user whose notification it is.
alter table notifications add column stand_in_for_id integer references users;
