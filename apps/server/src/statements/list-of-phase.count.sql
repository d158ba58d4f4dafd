select coalesce(sum(projects), 0)::integer as total
from published.project_state_counts as projects
where projects.status = 0
  and true
  and projects.phase in ($1)
