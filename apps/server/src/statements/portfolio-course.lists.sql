with newest as (
    select lists.id
    from published.project_lists as lists
    where exists (
        select
        from published.project_list_items as items
        join published.projects as projects on projects.id = items.project_id
        where items.list_id = lists.id
          and projects.status = 0
          and true
    )
    order by lists.id desc
    limit $1
), counted as (
    select items.list_id, coalesce(items.phase, 0) as phase, coalesce(items.decision, 0) as decision,
      count(*)::integer as projects
    from published.projects as projects
    join published.project_list_items as items on items.project_id = projects.id
    where projects.status = 0
      and true
      and items.list_id in (
        select id
        from newest
    )
    group by 1, 2, 3
)
select lists.type, lists.name, lists.session_on::text as "sessionDay",
  json_agg(json_build_object('phase', counted.phase, 'decision', counted.decision, 'projects', counted.projects) order by counted.decision, counted.phase) as decisions
from counted
join published.project_lists as lists on lists.id = counted.list_id
group by lists.id, lists.type, lists.name, lists.session_on
order by lists.id
