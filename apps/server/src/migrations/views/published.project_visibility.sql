create view published.project_visibility as
  select viewer_id, project_id, involved from project_visibility;
