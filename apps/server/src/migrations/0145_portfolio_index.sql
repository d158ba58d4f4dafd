-- expand: adds indexes and statistics.
-- Sums of the portfolio read all projects of a tab, but a tenth of each row (docs/decisions/0189-kept-for-the-portfolio.md).
-- Years and days in Belgrade are computed once, when the row changes: computing them takes longer than summing. The
-- planner reads an expression from an index alone only where the index has its columns too.
create index projects_portfolio on projects (
  status, (extract(year from created_at at time zone 'Europe/Belgrade')::integer),
  ((waiting_since at time zone 'Europe/Belgrade')::date), id
) include (
  phase, phase_status, sector, level, organization_id, created_at, total_value, spent, planned_end, districts, municipalities,
  commission_approved, open_steps, waiting_since);
create index project_phases_days on project_phases (
  phase, ((closed_at at time zone 'Europe/Belgrade')::date - (started_at at time zone 'Europe/Belgrade')::date), project_id
) include (started_at, closed_at);
-- How many groups these expressions make: without it the planner expects one for each project and sums without its workers.
create statistics projects_portfolio_groups (ndistinct) on
  (extract(year from created_at at time zone 'Europe/Belgrade')::integer), phase, sector, level from projects;
