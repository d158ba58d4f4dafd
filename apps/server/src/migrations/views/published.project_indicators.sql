create view published.project_indicators as
  select form_id, rows from project_indicators;
