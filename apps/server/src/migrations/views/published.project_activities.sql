create view published.project_activities as
  select id, project_id, project_phase_id, phase, previous_status, status, operation, user_id, user_name,
         stand_in_for_name, comment, postponed_date, created_at, form_id, form_code, form_revision
  from project_activities;
