create table audit_signatures (
  audit_id bigint primary key references audit_log (id),
  signature bytea not null
);
comment on table audit_signatures is 'What the writer of each row of the audit log signed it with: a key that the database does not have. Never changed or removed.';
