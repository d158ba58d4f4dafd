-- expand: gives three indexes that filters of the audit log use the order of its rows.
-- What a filter leaves by the field of the order all stands together in it, far from its beginning perhaps. Walked from there,
-- row after row was folded and left out, of a million rows for longer than a statement may take.
drop index audit_log_login, audit_log_operation, audit_log_organization;
create index audit_log_login on audit_log (pimis_search_text(login) text_pattern_ops, id);
create index audit_log_operation on audit_log (pimis_search_text(operation) text_pattern_ops, id);
create index audit_log_organization on audit_log (pimis_search_text(organization_id) text_pattern_ops, id);
