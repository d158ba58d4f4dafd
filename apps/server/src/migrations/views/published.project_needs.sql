create view published.project_needs as
  select project_id, year, source, amount, planned from project_needs;
