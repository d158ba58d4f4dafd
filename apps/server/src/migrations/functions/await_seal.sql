-- Marks new rows of the audit log as waiting for their seal.
create or replace function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from written;
  return null;
end $$;

create or replace trigger audit_log_unsealed after insert on audit_log
  referencing new table as written
  for each statement
  execute function await_seal();
