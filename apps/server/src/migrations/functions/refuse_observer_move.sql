-- An observer is never changed into another, only removed and added: the triggers do not handle updates.
create or replace function refuse_observer_move() returns trigger language plpgsql as $$
begin
  raise exception 'an observer of a project is not changed into another';
end $$;

create or replace trigger observers_stay before update of project_id, organization_id on project_organizations
  for each row when (((old.project_id is distinct from new.project_id) or (old.organization_id is distinct from new.organization_id)))
  execute function refuse_observer_move();
