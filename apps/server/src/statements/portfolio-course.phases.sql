with counted as (
    select entered.phase,
      (entered.closed_at at time zone 'Europe/Belgrade')::date - (entered.started_at at time zone 'Europe/Belgrade')::date as days,
      count(*)::integer as projects
    from published.projects as projects
    join published.project_phases as entered on entered.project_id = projects.id
    where projects.status = 0
      and true
      and entered.phase in (0, 10, 2, 9, 4, 5, 7, 8)
    group by 1, 2
)
select counted.phase, sum(counted.projects)::integer as reached,
  coalesce(sum(counted.projects) filter (where counted.days is not null), 0)::integer as passed,
  json_agg(json_build_array(counted.days, counted.projects) order by counted.days) filter (where counted.days is not null) as days
from counted
group by counted.phase
