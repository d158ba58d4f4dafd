create view published.documents as
  select id, project_id, title, description, created_at, search_key from documents where deleted_at is null;
