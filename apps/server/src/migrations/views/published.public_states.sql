-- The first and the last day of each phase and status of a public project, in Belgrade; last_day is null for the
-- current one.
create view published.public_states as
  select history.project_id, history.phase, history.phase_status,
         min(history.valid_from at time zone 'Europe/Belgrade')::date as first_day,
         case when bool_and(history.valid_to is not null)
              then max(history.valid_to at time zone 'Europe/Belgrade')::date end as last_day
  from published.project_history history
  join public_projects on public_projects.project_id = history.project_id and not public_projects.withheld
  group by history.project_id, history.phase, history.phase_status;
