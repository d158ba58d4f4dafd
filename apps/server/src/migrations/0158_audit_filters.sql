-- expand: puts indexes of the audit log in the place of those whose words no filter asked for, and adds three.
-- A filter compares folded starts of codes. Without an index on these every row is folded, of a log that only grows: of two
-- million rows that takes longer than a statement may. Rows of a subject are still found by audit_log_subject.
drop index audit_log_login, audit_log_operation, audit_log_organization;
create index audit_log_login on audit_log (pimis_search_text(login) text_pattern_ops, at desc);
create index audit_log_operation on audit_log (pimis_search_text(operation) text_pattern_ops, at desc);
create index audit_log_organization on audit_log (pimis_search_text(organization_id) text_pattern_ops, at desc);
create index audit_log_subject_type on audit_log (pimis_search_text(subject_type) text_pattern_ops, at desc);
create index audit_log_subject_id on audit_log (pimis_search_text(subject_id) text_pattern_ops, at desc);
create index audit_log_address on audit_log (pimis_search_text(address) text_pattern_ops, at desc);
