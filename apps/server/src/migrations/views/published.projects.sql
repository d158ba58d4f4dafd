create view published.projects as
  select id, code, number, name, name_key, search_key, description, organization_id, proposer_organization_id, type,
         sector, important, migrated, foreign_funds, is_merged, commission_approved, status, phase, phase_status,
         sent_by, waiting_since, total_value, postponed_until, open_steps, last_reporting, reporting_ended_on, created_by,
         created_at, last_changed_at, status_before, confirmed_by, mei_opinion, foreign_funds_settled, ministry_commented,
         code_key, number_key
  from projects;
