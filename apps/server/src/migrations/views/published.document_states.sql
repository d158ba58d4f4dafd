-- All revisions, even removed ones, of documents that are not removed, with the columns that decide whether a revision
-- opens without a sign-in.
create view published.document_states as
  select documents.project_id, documents.id as document_id, revisions.revision, documents.title, documents.description,
         documents.document_type, revisions.secure_link, revisions.deleted_at, revisions.scan, revisions.link_expires_on,
         revisions.created_at
  from documents join document_revisions revisions on revisions.document_id = documents.id
  where documents.deleted_at is null;
