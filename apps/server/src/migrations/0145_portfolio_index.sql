-- expand: adds an index.
-- Sums of the portfolio read all projects of a tab, but a tenth of each row (docs/decisions/0189-kept-for-the-portfolio.md).
create index projects_portfolio on projects (status, id) include (
  phase, sector, level, organization_id, created_at, total_value, spent, planned_end, districts, municipalities, open_steps,
  waiting_since);
