create view published.project_withholdings as
  select project_id, returned_at from project_withholdings;
