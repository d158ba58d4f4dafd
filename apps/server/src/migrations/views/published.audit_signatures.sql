create view published.audit_signatures as
  select audit_id, signature
  from audit_signatures;
