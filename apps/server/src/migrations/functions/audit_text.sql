-- A row of the audit log as the text that is sealed.
create or replace function audit_text(entry audit_log) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.user_id, entry.login,
    entry.operation, entry.subject_type, entry.subject_id, entry.organization_id, entry.detail, entry.request_id,
    entry.address
  )::text
$$;
