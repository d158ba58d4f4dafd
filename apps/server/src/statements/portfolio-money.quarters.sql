select quarters.year, quarters.quarter, sum(quarters.planned)::numeric(20, 2)::text as planned,
  sum(quarters.spent)::numeric(20, 2)::text as spent
from (
    select projects.id
    from published.projects as projects
    where projects.status = 0
      and true
) seen
join published.project_quarters as quarters on quarters.project_id = seen.id
group by quarters.year, quarters.quarter
order by 1, 2
