select lists.id, lists.type, lists.name, lists.session_on::text as day, count(*)::integer as projects
from published.projects_seen as projects
join published.project_list_items items on items.project_id = projects.id
  and items.decision is null
join published.project_lists lists on lists.id = items.list_id
where (projects.viewer_id = (
    select $1::text
) and projects.involved)
group by lists.id, lists.type, lists.name, lists.session_on
order by lists.session_on nulls last, lists.id desc
limit 5
