-- When a project last reported, on a past day too. Of rows that are closed already it is known where the last report that
-- we know of was before them.
alter table project_history add column last_reporting date;
update project_history set last_reporting = projects.last_reporting
from projects
where projects.id = project_history.project_id and projects.last_reporting is not null
  and (project_history.valid_to is null
       or (project_history.valid_from at time zone 'Europe/Belgrade')::date >= projects.last_reporting);

create or replace view published.project_history as
  select project_id, valid_from, valid_to, name, code, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important, commission_approved, last_reporting
  from project_history;

create or replace function pimis_keep_history(ids integer[], moment timestamptz) returns void language plpgsql as $$
begin
  update project_history old set valid_to = moment
  from projects fresh
  where fresh.id = any(ids) and old.project_id = fresh.id and old.valid_to is null
    and (old.name, old.code, old.phase, old.phase_status, old.status, old.total_value,
         old.proposer_organization_id, old.foreign_funds, old.important, old.commission_approved, old.last_reporting)
      is distinct from
        (fresh.name, fresh.code::text, fresh.phase, fresh.phase_status, fresh.status, fresh.total_value,
         fresh.proposer_organization_id, fresh.foreign_funds, fresh.important, fresh.commission_approved,
         fresh.last_reporting);
  insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                               proposer_organization_id, foreign_funds, important, commission_approved, last_reporting)
  select id, moment, name, code::text, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important, commission_approved, last_reporting
  from projects
  where id = any(ids)
    and not exists (select 1 from project_history where project_id = projects.id and valid_to is null);
end $$;
