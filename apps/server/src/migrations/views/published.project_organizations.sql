create view published.project_organizations as
  select id, project_id, organization_id, created_at from project_organizations;
