create view published.project_state_counts as
  select status, phase, phase_status, foreign_funds, open_steps, projects from project_state_counts;
