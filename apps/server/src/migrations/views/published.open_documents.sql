-- Documents whose newest revision opens without a sign-in.
create view published.open_documents as
  select documents.project_id, documents.id, documents.title, documents.description, documents.document_type,
         newest.revision, newest.extension, newest.media_type, newest.created_at, newest.link_id, newest.link_expires_on
  from documents
  join lateral (
    select revision, extension, media_type, created_at, link_id, link_expires_on, secure_link, scan
    from document_revisions revisions
    where revisions.document_id = documents.id and revisions.deleted_at is null
    order by revision desc limit 1) newest on true
  where documents.deleted_at is null and not newest.secure_link and newest.scan = 'clean';
