-- The sweeper walks the store and the rows side by side: both in the order of bytes.
alter table document_revisions alter column storage_key type text collate "C";
