with sums as materialized (
    select projects.districts, projects.municipalities, count(*) as projects, sum(projects.total_value) as value,
      sum(projects.spent) as spent,
      sum(case when coalesce((projects.planned_end < $1::date and projects.status = 0 and projects.phase in (5, 11, 12, 13)), false) then 1 else 0 end) as late
    from published.projects as projects
    where projects.status = 0
      and true
    group by 1, 2
), in_district as (
    select placed.code, sum(sums.projects)::integer as projects, sum(sums.value)::numeric(20, 2)::text as value,
      sum(sums.spent)::numeric(20, 2)::text as spent, sum(sums.late)::integer as late
    from sums
    cross join lateral unnest(sums.districts) as placed(code)
    group by 1
), in_municipality as (
    select placed.id, sum(sums.projects)::integer as projects, sum(sums.value)::numeric(20, 2)::text as value,
      sum(sums.spent)::numeric(20, 2)::text as spent, sum(sums.late)::integer as late
    from sums
    cross join lateral unnest(sums.municipalities) as placed(id)
    group by 1
)
select *
from (
    select 'all' as part, '' as key, '' as name, '' as district, sum(sums.projects)::integer as projects,
      sum(sums.value)::numeric(20, 2)::text as value, sum(sums.spent)::numeric(20, 2)::text as spent,
      sum(sums.late)::integer as late,
      coalesce(sum(sums.projects) filter (where cardinality(sums.districts) > 1), 0)::integer as "inSeveral"
    from sums
    having count(*) > 0
    union all
    select 'none', '', '', '', sum(sums.projects)::integer as projects, sum(sums.value)::numeric(20, 2)::text as value,
      sum(sums.spent)::numeric(20, 2)::text as spent, sum(sums.late)::integer as late, 0
    from sums
    where sums.districts = '{}'
    having count(*) > 0
    union all
    select 'district', districts.code, districts.name, '', coalesce(placed.projects, 0), coalesce(placed.value, '0.00'),
      coalesce(placed.spent, '0.00'), coalesce(placed.late, 0), 0
    from published.districts as districts
    left join in_district placed on placed.code = districts.code
    union all
    select 'municipality', municipalities.id, municipalities.name, coalesce(municipalities.district_code, ''),
      placed.projects, placed.value, placed.spent, placed.late, 0
    from in_municipality placed
    join published.municipalities as municipalities on municipalities.id = placed.id
) places
order by part, case part when 'district' then key end, name
