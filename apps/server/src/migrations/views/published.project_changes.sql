create view published.project_changes as
  select project_id, changed_by, changed_at from project_changes;
