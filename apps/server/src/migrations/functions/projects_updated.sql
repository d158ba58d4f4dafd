-- Changed projects: their columns in project_visibility, who sees them where owner or proposer changed, and the counts
-- of states.
create or replace function projects_updated() returns trigger language plpgsql as $$
declare moved integer[];
begin
  update project_visibility access
  set code = new_rows.code, number = new_rows.number, name = new_rows.name, type = new_rows.type, sector = new_rows.sector,
      important = new_rows.important, foreign_funds = new_rows.foreign_funds, commission_approved = new_rows.commission_approved,
      is_merged = new_rows.is_merged, status = new_rows.status, phase = new_rows.phase, phase_status = new_rows.phase_status,
      sent_by = new_rows.sent_by, open_steps = new_rows.open_steps, waiting_since = new_rows.waiting_since,
      total_value = new_rows.total_value, last_reporting = new_rows.last_reporting,
      reporting_ended_on = new_rows.reporting_ended_on, created_at = new_rows.created_at,
      last_changed_at = new_rows.last_changed_at, ministry_commented = new_rows.ministry_commented
  from new_rows
  where access.project_id = new_rows.id
    and (access.code, access.number, access.name, access.type, access.sector, access.important, access.foreign_funds,
         access.commission_approved, access.is_merged, access.status, access.phase, access.phase_status, access.sent_by,
         access.open_steps, access.waiting_since, access.total_value, access.last_reporting, access.reporting_ended_on,
         access.created_at, access.last_changed_at, access.ministry_commented)
      is distinct from
        (new_rows.code, new_rows.number, new_rows.name, new_rows.type, new_rows.sector, new_rows.important, new_rows.foreign_funds,
         new_rows.commission_approved, new_rows.is_merged, new_rows.status, new_rows.phase, new_rows.phase_status, new_rows.sent_by,
         new_rows.open_steps, new_rows.waiting_since, new_rows.total_value, new_rows.last_reporting, new_rows.reporting_ended_on,
         new_rows.created_at, new_rows.last_changed_at, new_rows.ministry_commented);
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
end $$;

create or replace trigger visibility_updated after update on projects
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function projects_updated();
