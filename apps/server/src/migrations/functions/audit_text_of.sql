-- The same by the number of the row; null where it is gone.
create or replace function audit_text_of(row_id bigint) returns text language sql stable as $$
  select audit_text(log) from audit_log log where log.id = row_id
$$;
