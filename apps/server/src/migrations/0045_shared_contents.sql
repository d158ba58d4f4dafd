-- A content is never changed and goes when no row names it, so several revisions may share one: those of a data set for
-- load (docs/decisions/0070-contents-of-load-data.md). The sweeper walks them in the order of their bytes.
alter table document_revisions drop constraint document_revisions_storage_key_key;
create index document_revisions_storage_key on document_revisions (storage_key);
