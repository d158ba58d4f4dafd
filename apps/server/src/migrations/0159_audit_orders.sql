-- expand: indexes in each order in which the audit log is asked for.
-- Without one all rows that match are read and sorted: with a filter that nearly all of two million rows match, longer than a
-- statement may take. Rows without a value come last in both directions, so that one index does not serve both.
create index audit_log_by_login on audit_log (login, id);
create index audit_log_by_login_descending on audit_log (login desc nulls last, id desc);
create index audit_log_by_organization on audit_log (organization_id, id);
create index audit_log_by_organization_descending on audit_log (organization_id desc nulls last, id desc);
create index audit_log_by_operation on audit_log (operation, id);
