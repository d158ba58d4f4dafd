-- Rows of the audit log and of its chain are never changed or removed.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only written to' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_chain_append_only before delete or update on audit_chain
  for each row
  execute function refuse_audit_change();

create or replace trigger audit_chain_not_emptied before truncate on audit_chain
  for each statement
  execute function refuse_audit_change();

create or replace trigger audit_log_append_only before delete or update on audit_log
  for each row
  execute function refuse_audit_change();

create or replace trigger audit_log_not_emptied before truncate on audit_log
  for each statement
  execute function refuse_audit_change();

create or replace trigger audit_signatures_append_only before delete or update on audit_signatures
  for each row
  execute function refuse_audit_change();

create or replace trigger audit_signatures_not_emptied before truncate on audit_signatures
  for each statement
  execute function refuse_audit_change();
