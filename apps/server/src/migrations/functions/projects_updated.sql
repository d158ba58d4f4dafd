-- Updates the columns of a changed project in project_visibility, its viewers if owner or proposer changed, and the
-- counts of states. It is a row trigger, so that its condition can compare columns: that costs a tenth of a call
-- without work. The list of columns is read when the function is created.
do $made$
declare
  kept text[] := array(select name from unnest(columns_kept_of_projects('project_visibility')) name
                       where name not in ('organization_id', 'proposer_organization_id'));
  written text[] := kept || columns_kept_of_projects('project_state_counts') || '{organization_id,proposer_organization_id}';
begin
  execute format($function$
create or replace function projects_updated() returns trigger language plpgsql as $$
begin
  update project_visibility set (%s) = row(%s) where project_id = new.id;
  if (old.organization_id, old.proposer_organization_id)
     is distinct from (new.organization_id, new.proposer_organization_id) then
    perform refresh_project_visibility(array[new.id]);
  end if;
  if (old.status, old.phase, old.phase_status, old.foreign_funds, old.open_steps)
     is distinct from (new.status, new.phase, new.phase_status, new.foreign_funds, new.open_steps) then
    insert into project_state_counts
    values (new.status, new.phase, new.phase_status, new.foreign_funds, new.open_steps, 1),
           (old.status, old.phase, old.phase_status, old.foreign_funds, old.open_steps, -1);
  end if;
  return null;
end $$
$function$,
    (select string_agg(quote_ident(name), ', ' order by name) from unnest(kept) name),
    (select string_agg(format('new.%I', name), ', ' order by name) from unnest(kept) name));
  execute format($trigger$
create or replace trigger visibility_updated after update on projects
  for each row when ((%s) is distinct from (%s))
  execute function projects_updated()
$trigger$,
    (select string_agg(format('old.%I', name), ', ' order by name) from (select distinct unnest(written) as name) names),
    (select string_agg(format('new.%I', name), ', ' order by name) from (select distinct unnest(written) as name) names));
end $made$;
