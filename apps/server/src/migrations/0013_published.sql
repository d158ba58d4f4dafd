-- What a module lets others read: its tables stay its own. A view for each table that others ask, with the columns that
-- are theirs to know and without sums, so that the planner looks through it. Nobody writes here.
create schema published;

-- identity
create view published.users as
  select id, login, name, email, organization_id, role_id, status from users;
create view published.open_sessions as
  select id, user_id from sessions where ended_at is null;
create view published.roles as
  select id, name, description from roles;
create view published.role_claims as
  select role_id, claim from role_claims;

-- organizations
create view published.organizations as
  select id, name, name_key, status, tax_id_number, company_number, created_at from organizations;

-- registry
create view published.registry_organizations as
  select id, name, place, valid_from, valid_to, search_key from budget_users;
create view published.appropriations as
  select id, budget_year, organization_code, chapter, subchapter, program_code, project_code, function_code,
         source_of_funding_code, economic_classification_code, amount, current_amount
  from appropriations;

-- projects
create view published.projects as
  select id, code, number, name, name_key, search_key, description, organization_id, proposer_organization_id, type,
         sector, important, migrated, foreign_funds, is_merged, commission_approved, status, phase, phase_status,
         sent_by, waiting_since, total_value, postponed_until, open_turns, last_reporting, reporting_ended_on, created_by,
         created_at, last_changed_at
  from projects;
create view published.project_phases as
  select id, project_id, phase, status, started_at, commission_count from project_phases;
create view published.project_activities as
  select id, project_id, project_phase_id, phase, previous_status, status, operation, user_id, user_name, comment,
         created_at
  from project_activities;
create view published.project_history as
  select project_id, valid_from, valid_to, name, code, phase, phase_status, status, total_value,
         proposer_organization_id, foreign_funds, important
  from project_history;
create view published.project_organizations as
  select id, project_id, organization_id, created_at from project_organizations;
create view published.important_lists as
  select project_id, list_type from important_lists;

-- form-store
create view published.project_forms as
  select id, project_id, project_phase_id, code, name, ordinal, status, evaluator_organization_id, mandatory, fixed,
         mark, marked_at
  from project_forms;
create view published.form_revisions as
  select form_id, revision, input, validation, user_name, created_at from form_revisions;
create view published.form_documents as
  select form_id, document_id from form_documents;

-- project-page
create view published.project_appropriations as
  select project_id, appropriation_id from project_appropriations;

-- documents, comments, following, indicators, lists
create view published.documents as
  select id, project_id, title, description, created_at, search_key from documents where deleted_at is null;
create view published.project_comments as
  select id, user_id, reply_to_id, text, removed_at from project_comments;
create view published.project_followers as
  select project_id, user_id from project_followers;
create view published.project_indicators as
  select form_id, rows from project_indicators;
create view published.project_lists as
  select id, type from project_lists;
create view published.project_list_items as
  select list_id, project_id, decision from project_list_items;

-- what is audited
create view published.audit_log as
  select id, at, user_id, operation, subject_type, subject_id, detail from audit_log;
