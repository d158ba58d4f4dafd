-- What the project page needs of a project, in the row that it reads.
create or replace view published.projects as
  select id, code, number, name, name_key, search_key, description, organization_id, proposer_organization_id, type,
         sector, important, migrated, foreign_funds, is_merged, commission_approved, status, phase, phase_status,
         sent_by, waiting_since, total_value, postponed_until, open_turns, last_reporting, reporting_ended_on, created_by,
         created_at, last_changed_at, status_before, confirmed_by, mei_opinion, foreign_funds_settled
  from projects;

-- Keeps what projects are from a moment on (modules/projects/history.ts): closes the open row of each in which a fact
-- differs, then opens the next. Two statements, because the index of open rows must see the closed one first.
create function pimis_keep_history(ids integer[], moment timestamptz) returns void language plpgsql as $$
begin
  update project_history old set valid_to = moment
  from projects fresh
  where fresh.id = any(ids) and old.project_id = fresh.id and old.valid_to is null
    and (old.name, old.code, old.phase, old.phase_status, old.status, old.total_value,
         old.proposer_organization_id, old.foreign_funds, old.important, old.commission_approved)
      is distinct from
        (fresh.name, fresh.code::text, fresh.phase, fresh.phase_status, fresh.status, fresh.total_value,
         fresh.proposer_organization_id, fresh.foreign_funds, fresh.important, fresh.commission_approved);
  insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                               proposer_organization_id, foreign_funds, important, commission_approved)
  select id, moment, name, code::text, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important, commission_approved
  from projects
  where id = any(ids)
    and not exists (select 1 from project_history where project_id = projects.id and valid_to is null);
end $$;

-- The stage of a phase, as the table sorts by it (packages/domain/src/workflow/phases.ts).
create index projects_stage on projects (status, (case when phase in (0,1,2,3,10) then 1 when phase in (4,5,9,11,12,13) then 2 when phase in (7,8) then 3 end), id);
