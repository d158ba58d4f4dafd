-- Documents of public projects that open without a sign-in.
create view published.public_documents as
  select open_documents.project_id, open_documents.id, open_documents.title, open_documents.description,
         open_documents.document_type, open_documents.revision, open_documents.extension, open_documents.media_type,
         open_documents.created_at, open_documents.link_id, open_documents.link_expires_on
  from published.open_documents
  join public_projects on public_projects.project_id = open_documents.project_id and not public_projects.withheld;
