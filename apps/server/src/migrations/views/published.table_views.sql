create view published.table_views as
  select id, table_name, name, owner_id, organization_id, created_at, changed_at from table_views;
