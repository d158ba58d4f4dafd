select projects.code::text as code, projects.number, projects.name, projects.postponed_until::text as day
from published.projects
where projects.status = 0
  and projects.postponed_until >= (
    select $1::date
)
  and true
order by projects.postponed_until, projects.id
limit 5
