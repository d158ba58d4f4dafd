select coalesce(sum(projects) filter (where status = 0)::integer, 0) as pending,
  coalesce(sum(projects) filter (where status = 1)::integer, 0) as finished,
  coalesce(sum(projects) filter (where status = 2)::integer, 0) as archived
from published.project_state_counts as projects
where true
