create view published.projects_seen as
  select viewer_id, involved, project_id as id, organization_id, proposer_organization_id, code, number, name, type, sector,
         important, foreign_funds, commission_approved, is_merged, status, phase, phase_status, sent_by, open_steps,
         waiting_since, total_value, last_reporting, reporting_ended_on, created_at, last_changed_at, ministry_commented
  from project_visibility;
