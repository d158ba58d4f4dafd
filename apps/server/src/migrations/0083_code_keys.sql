-- The codes of a project as they are looked for, kept: a list that is walked for those that begin so would fold the code
-- of each row that it passes. With the state in the index, what begins so is counted without the projects themselves.
alter table projects
  add column code_key text generated always as (pimis_search_text(code::text)) stored,
  add column number_key text generated always as (pimis_search_text(number)) stored;
drop index projects_code_start;
drop index projects_number_start;
create index projects_code_start on projects (code_key text_pattern_ops, status, id);
create index projects_number_start on projects (number_key text_pattern_ops, status, id);
create or replace view published.projects as
  select id, code, number, name, name_key, search_key, description, organization_id, proposer_organization_id, type,
         sector, important, migrated, foreign_funds, is_merged, commission_approved, status, phase, phase_status,
         sent_by, waiting_since, total_value, postponed_until, open_turns, last_reporting, reporting_ended_on, created_by,
         created_at, last_changed_at, status_before, confirmed_by, mei_opinion, foreign_funds_settled, ministry_commented,
         code_key, number_key
  from projects;
