create view published.audit_log as
  select id, at, user_id, operation, subject_type, subject_id, detail, login, organization_id, request_id, address
  from audit_log;
