create view published.document_texts as
  select revisions.document_id, texts.words
  from document_texts texts
  join document_revisions revisions on revisions.id = texts.revision_id
  where revisions.deleted_at is null and revisions.scan = 'clean'
    and not exists (select from document_revisions newer
                    where newer.document_id = revisions.document_id and newer.revision > revisions.revision
                      and newer.deleted_at is null);
