-- The audit log is only ever written to, and every row of it is sealed into a chain: each seal is made of the one
-- before it and of the row, so that no row can be changed or taken out without breaking all that follow. Sealing comes a
-- moment after writing, so that nobody who writes waits for somebody else.

create table audit_chain (
  seal bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

-- Rows that wait for their seal, so that finding them costs the same however long the log has become.
create table audit_unsealed (
  audit_id bigint primary key references audit_log (id)
);
insert into audit_unsealed select id from audit_log;

create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from written;
  return null;
end $$;
create trigger audit_log_unsealed after insert on audit_log
  referencing new table as written for each statement execute function await_seal();

-- What a seal is made of: every column of the row, as one text that reads the same in any session.
create function audit_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.user_id, entry.login,
    entry.operation, entry.subject_type, entry.subject_id, entry.organization_id, entry.detail, entry.request_id,
    entry.address
  )::text
$$;

-- The same of the row with this number; null where there is none.
create function audit_text_of(row_id bigint) returns text language sql stable as $$
  select audit_text(log) from audit_log log where log.id = row_id
$$;

-- Seals rows that have none, the oldest first; answers how many. One at a time: who comes second finds nothing to do.
create function seal_audit(most integer) returns integer language plpgsql as $$
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

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only written to' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_audit_change();
create trigger audit_chain_not_emptied before truncate on audit_chain
  for each statement execute function refuse_audit_change();

revoke update, delete, truncate on audit_log, audit_chain from public, current_user;

create index audit_log_operation on audit_log (operation, at desc);
create index audit_log_login on audit_log (login, at desc);
create index audit_log_organization on audit_log (organization_id, at desc);

create or replace view published.audit_log as
  select id, at, user_id, operation, subject_type, subject_id, detail, login, organization_id, request_id, address
  from audit_log;
