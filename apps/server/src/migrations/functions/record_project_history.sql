-- Closes the open row of the history where a fact of a project differs, and opens the next. Called with every change
-- of a project.
create or replace function record_project_history(ids integer[], moment timestamptz) returns void language plpgsql as $$
begin
  update project_history old set valid_to = moment
  from projects new_rows
  where new_rows.id = any(ids) and old.project_id = new_rows.id and old.valid_to is null
    and (old.name, old.code, old.phase, old.phase_status, old.status, old.total_value,
         old.proposer_organization_id, old.foreign_funds, old.important, old.commission_approved, old.last_reporting)
      is distinct from
        (new_rows.name, new_rows.code::text, new_rows.phase, new_rows.phase_status, new_rows.status, new_rows.total_value,
         new_rows.proposer_organization_id, new_rows.foreign_funds, new_rows.important, new_rows.commission_approved,
         new_rows.last_reporting);
  insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                               proposer_organization_id, foreign_funds, important, commission_approved, last_reporting)
  select id, moment, name, code::text, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important, commission_approved, last_reporting
  from projects
  where id = any(ids)
    and not exists (select 1 from project_history where project_id = projects.id and valid_to is null);
end $$;
