select count(*)::integer as projects
from (
    select projects.id
    from published.projects as projects
    where projects.status = 0
      and true
) seen
where exists (
    select
    from published.project_quarters quarters
    where quarters.project_id = seen.id
)
