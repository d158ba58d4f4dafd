-- Records the transaction that changes public projects. Each transaction writes its own row, which becomes visible
-- together with the change; for a shared counter transactions would wait for each other.
create or replace function public_projects_changed() returns trigger language plpgsql as $$
begin
  insert into public_changes (transaction) values (pg_current_xact_id()::text::bigint) on conflict do nothing;
  return null;
end $$;

create or replace trigger public_projects_changed after insert or update or delete on public_projects
  for each statement execute function public_projects_changed();
