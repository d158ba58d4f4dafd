create view published.project_phases as
  select id, project_id, phase, status, started_at, closed_at, commission_count, returned_activity_id from project_phases;
