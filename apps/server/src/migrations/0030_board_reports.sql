-- What board reports read of a past day: which revision of a form each step was about, what the commission decided and
-- when, which plan was in force.
create or replace view published.project_activities as
  select id, project_id, project_phase_id, phase, previous_status, status, operation, user_id, user_name, comment,
         created_at, form_id, form_code, form_revision
  from project_activities;
create or replace view published.project_lists as
  select id, type, name from project_lists;
create or replace view published.project_list_items as
  select list_id, project_id, decision, (snapshot ->> 'phase')::integer as phase, decision_date, decided_at
  from project_list_items;
create view published.project_plans as
  select project_id, ordinal, plan, in_force_from from project_plans;

create index project_history_project on project_history (project_id, valid_from);

-- Board reports that a user has put first.
create table report_favourites (
  user_id integer not null references users (id),
  report text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, report)
);
