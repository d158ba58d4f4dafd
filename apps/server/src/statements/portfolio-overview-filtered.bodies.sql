with owned as (
    select projects.organization_id as key, count(*)::integer as projects,
      coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as value,
      coalesce(sum(projects.spent), 0)::numeric(20, 2)::text as spent,
      count(*) filter (where coalesce((projects.planned_end < $1::date and projects.status = 0 and projects.phase in (5, 11, 12, 13)), false))::integer as late,
      coalesce(sum(projects.total_value), 0) as worth
    from published.projects_seen as projects
    where projects.status = 0
      and (projects.viewer_id = (
        select $2::text
    ) and projects.involved)
      and projects.sector in ($3)
    group by projects.organization_id
)
select owned.key, owned.projects, owned.value, owned.spent, owned.late, organizations.name, (
    select count(*)::integer
    from owned
) as bodies
from owned
join published.organizations as organizations on organizations.id = owned.key
order by owned.worth desc, owned.key
limit $4::bigint
