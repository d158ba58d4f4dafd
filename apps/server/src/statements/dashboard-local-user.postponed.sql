select projects.code::text as code, projects.number, projects.name, projects.postponed_until::text as day
from published.projects
where projects.status = 0
  and projects.postponed_until >= (
    select $1::date
)
  and projects.id in (
    select id
    from published.projects_seen as projects
    where (projects.viewer_id = (
        select $2::text
    ) and projects.involved)
      and projects.phase_status in (8, 30)
)
order by projects.postponed_until, projects.id
limit 5
