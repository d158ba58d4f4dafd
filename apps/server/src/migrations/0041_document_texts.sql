-- Words of what stands inside PDF and DOCX, folded as every searched text is. A revision that gave none has a row too:
-- nobody tries it again.
create table document_texts (
  revision_id integer primary key references document_revisions (id),
  words tsvector not null
);
create index document_texts_words on document_texts using gin (words);

-- The text of the newest revision of each document; what is not known to be clean says nothing.
create view published.document_texts as
  select revisions.document_id, texts.words
  from document_texts texts
  join document_revisions revisions on revisions.id = texts.revision_id
  where revisions.deleted_at is null and revisions.scan = 'clean'
    and not exists (select from document_revisions newer
                    where newer.document_id = revisions.document_id and newer.revision > revisions.revision
                      and newer.deleted_at is null);
