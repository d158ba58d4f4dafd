-- expand: adds an index and statistics.
-- Sums of the portfolio read all projects of a tab, but a tenth of each row (docs/decisions/0189-kept-for-the-portfolio.md).
create index projects_portfolio on projects (status, id) include (
  phase, phase_status, sector, level, organization_id, created_at, total_value, spent, planned_end, districts, municipalities,
  commission_approved, open_steps, waiting_since);
-- How many groups these expressions make: without it the planner expects one for each project and sums without its workers.
create statistics projects_portfolio_groups (ndistinct) on
  (extract(year from created_at at time zone 'Europe/Belgrade')::integer), phase, sector, level from projects;
create statistics projects_waiting_day on ((waiting_since at time zone 'Europe/Belgrade')::date) from projects;
create statistics project_phases_days on
  ((closed_at at time zone 'Europe/Belgrade')::date - (started_at at time zone 'Europe/Belgrade')::date) from project_phases;
