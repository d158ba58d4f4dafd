-- A database of an earlier version keeps nothing yet. Ten projects at a time: the planner does not know how many rows
-- their JSON holds, and what it chooses for few takes the square of the time for many.
-- After 0147_earned_values.sql: about 12 ms a row of project_plans.
do $$
declare ids integer[];
begin
  if exists (select from earned_values) then return; end if;
  for ids in
    select array_agg(project_id) from (
      select project_id, dense_rank() over (order by project_id) / 10 as part
      from (select distinct project_id from project_plans) planned) parts
    group by part
  loop
    perform keep_earned_values(ids);
  end loop;
end $$;
