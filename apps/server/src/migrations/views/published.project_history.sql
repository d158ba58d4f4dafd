create view published.project_history as
  select project_id, valid_from, valid_to, name, code, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important, commission_approved, last_reporting
  from project_history;
