-- A content whose text was read for another revision is not read again.
create index document_revisions_by_hash on document_revisions (hash) where deleted_at is null;
