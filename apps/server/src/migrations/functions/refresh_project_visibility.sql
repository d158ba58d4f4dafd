-- Writes the rows of project_visibility for these projects anew, from owner, proposer, observers and evaluators.
create or replace function refresh_project_visibility(ids integer[]) returns void language plpgsql as $$
begin
  -- Two who change the same project's people wait for each other: the second reads what the first has written.
  perform from projects where id = any(ids) order by id for no key update;
  delete from project_visibility access where access.project_id = any(ids)
    and not exists (select from projects where id = access.project_id
                      and access.viewer_id in (organization_id, proposer_organization_id))
    and not exists (select from project_organizations observer
                    where observer.project_id = access.project_id and observer.organization_id = access.viewer_id)
    and not exists (select from project_forms form
                    where form.project_id = access.project_id and form.evaluator_organization_id = access.viewer_id);
  insert into project_visibility
  select seen.viewer_id, projects.id, seen.involved, projects.organization_id, projects.proposer_organization_id,
         projects.code, projects.number, projects.name, projects.type, projects.sector, projects.important,
         projects.foreign_funds, projects.commission_approved, projects.is_merged, projects.status, projects.phase,
         projects.phase_status, projects.sent_by, projects.open_steps, projects.waiting_since, projects.total_value,
         projects.last_reporting, projects.reporting_ended_on, projects.created_at, projects.last_changed_at,
         projects.ministry_commented
  from (
    select project_id, viewer_id, bool_or(involved) as involved
    from (
      select id as project_id, organization_id as viewer_id, true as involved from projects where id = any(ids)
      union all
      select id, proposer_organization_id, true from projects where id = any(ids)
      union all
      select project_id, organization_id, true from project_organizations where project_id = any(ids)
      union all
      select project_id, evaluator_organization_id, false from project_forms
      where project_id = any(ids) and evaluator_organization_id is not null
    ) grounds
    group by project_id, viewer_id
  ) seen join projects on projects.id = seen.project_id
  on conflict (viewer_id, project_id) do update
    set involved = excluded.involved, organization_id = excluded.organization_id,
        proposer_organization_id = excluded.proposer_organization_id
    where (project_visibility.involved, project_visibility.organization_id, project_visibility.proposer_organization_id)
      is distinct from (excluded.involved, excluded.organization_id, excluded.proposer_organization_id);
end $$;
