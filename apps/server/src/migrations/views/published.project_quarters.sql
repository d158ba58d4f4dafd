create view published.project_quarters as
  select project_id, year, quarter, planned, spent from project_quarters;
