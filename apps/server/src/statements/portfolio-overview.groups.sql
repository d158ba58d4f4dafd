with sums as materialized (
    select projects.phase, projects.sector, projects.level,
      extract(year from projects.created_at at time zone 'Europe/Belgrade')::integer as year, count(*) as projects,
      sum(projects.total_value) as value, sum(projects.spent) as spent,
      sum(case when coalesce((projects.planned_end < $1::date and projects.status = 0 and projects.phase in (5, 11, 12, 13)), false) then 1 else 0 end) as late
    from published.projects as projects
    where projects.status = 0
      and true
    group by 1, 2, 3, 4
)
select case when grouping(sums.phase) = 0 then 'phases' when grouping(sums.sector) = 0 then 'sectors' when grouping(sums.level) = 0 then 'levels' when grouping(sums.year) = 0 then 'years' else 'all' end as part,
  coalesce(sums.phase::text, sums.sector::text, sums.level::text, sums.year::text, 'none') as key,
  sum(sums.projects)::integer as projects, sum(sums.value)::numeric(20, 2)::text as value,
  sum(sums.spent)::numeric(20, 2)::text as spent, sum(sums.late)::integer as late
from sums
group by grouping sets((), (sums.phase), (sums.sector), (sums.level), (sums.year))
order by part, coalesce(sums.phase, sums.sector, sums.level, sums.year)
