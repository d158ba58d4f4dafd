-- Updates the columns of changed projects in project_visibility, who sees them if owner or proposer changed, and the
-- counts of states. The list of columns is read when the function is created.
do $made$
declare
  kept text[] := array(select name from unnest(columns_kept_of_projects('project_visibility')) name
                       where name not in ('organization_id', 'proposer_organization_id'));
begin
  execute format($function$
create or replace function projects_updated() returns trigger language plpgsql as $$
declare moved integer[];
begin
  update project_visibility access set %s
  from new_rows
  where access.project_id = new_rows.id and (%s) is distinct from (%s);
  moved := array(
    select new_rows.id from new_rows join old_rows on old_rows.id = new_rows.id
    where (new_rows.organization_id, new_rows.proposer_organization_id)
      is distinct from (old_rows.organization_id, old_rows.proposer_organization_id));
  if cardinality(moved) > 0 then perform refresh_project_visibility(moved); end if;
  insert into project_state_counts
  select status, phase, phase_status, foreign_funds, open_steps, sum(change)
  from (select status, phase, phase_status, foreign_funds, open_steps, 1 as change from new_rows
        union all
        select status, phase, phase_status, foreign_funds, open_steps, -1 from old_rows) changes
  group by status, phase, phase_status, foreign_funds, open_steps
  having sum(change) <> 0;
  return null;
end $$
$function$,
    (select string_agg(format('%1$I = new_rows.%1$I', name), ', ' order by name) from unnest(kept) name),
    (select string_agg(format('access.%I', name), ', ' order by name) from unnest(kept) name),
    (select string_agg(format('new_rows.%I', name), ', ' order by name) from unnest(kept) name));
end $made$;

create or replace trigger visibility_updated after update on projects
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function projects_updated();
