-- Rebuilds the rows of these projects in project_visibility from owner, proposer, observers and evaluators. The list of
-- columns is read when the function is created.
do $made$
declare kept text[] := columns_kept_of_projects('project_visibility');
begin
  execute format($function$
create or replace function refresh_project_visibility(ids integer[]) returns void language plpgsql as $$
begin
  -- Locks the projects, so that the second of two concurrent changes reads the result of the first.
  perform from projects where id = any(ids) order by id for no key update;
  delete from project_visibility access where access.project_id = any(ids)
    and not exists (select from projects where id = access.project_id
                      and access.viewer_id in (organization_id, proposer_organization_id))
    and not exists (select from project_organizations observer
                    where observer.project_id = access.project_id and observer.organization_id = access.viewer_id)
    and not exists (select from project_forms form
                    where form.project_id = access.project_id and form.evaluator_organization_id = access.viewer_id);
  insert into project_visibility (viewer_id, project_id, involved, %s)
  select seen.viewer_id, projects.id, seen.involved, %s
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
end $$
$function$,
    (select string_agg(quote_ident(name), ', ' order by name) from unnest(kept) name),
    (select string_agg(format('projects.%I', name), ', ' order by name) from unnest(kept) name));
end $made$;
