create view published.project_phases as
  select id, project_id, phase, status, started_at, commission_count from project_phases;
