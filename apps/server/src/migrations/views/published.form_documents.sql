create view published.form_documents as
  select form_id, document_id from form_documents;
