-- What users want of board reports: to see one first, or a mail of it each month.
create table report_wishes (
  user_id integer not null references users (id),
  report text not null,
  wish text not null check (wish in ('favourite', 'mail')),
  created_at timestamptz not null default now(),
  primary key (user_id, wish, report)
);
insert into report_wishes (user_id, report, wish, created_at)
select user_id, report, 'favourite', created_at from report_favourites;
drop table report_favourites;
