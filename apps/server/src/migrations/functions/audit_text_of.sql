-- The sealed text of a row by its number; null if the row is missing.
create or replace function audit_text_of(row_id bigint) returns text language sql stable as $$
  select audit_text(log) from audit_log log where log.id = row_id
$$;
