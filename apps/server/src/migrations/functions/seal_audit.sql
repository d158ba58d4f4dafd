-- Seals waiting rows in order and returns their number. Returns 0 at once while another session seals.
create or replace function seal_audit(most integer) returns integer language plpgsql as $$
declare
  last_seal bigint;
  last_hash bytea;
  entry audit_log;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(727364) then
    return 0;
  end if;
  select seal, hash into last_seal, last_hash from audit_chain order by seal desc limit 1;
  last_seal := coalesce(last_seal, 0);
  last_hash := coalesce(last_hash, '\x');
  for entry in
    select log.* from audit_log log
    join (select audit_id from audit_unsealed order by audit_id limit most) waiting on waiting.audit_id = log.id
    order by log.id
  loop
    delete from audit_unsealed where audit_id = entry.id;
    last_seal := last_seal + 1;
    last_hash := sha256(last_hash || convert_to(audit_text(entry), 'UTF8'));
    insert into audit_chain (seal, audit_id, hash) values (last_seal, entry.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
