import type { Tables } from '../apps/server/src/platform/tables.ts';

/**
 * The owner of each table and view: the only module whose SQL may use it, or the platform. Everybody may read the
 * schema `published`; the owner decides what its views show. A table without an owner does not compile.
 */
export const TABLE_OWNERS: Readonly<Record<keyof Tables, string>> = {
  audit_chain: 'audit',
  audit_log: 'platform',
  audit_signatures: 'platform',
  audit_unsealed: 'audit',
  job_workers: 'platform',
  levels: 'platform',
  migrations: 'platform',
  rate_limits: 'platform',
  settings: 'platform',
  'published.audit_log': 'platform',
  'published.audit_signatures': 'platform',

  known_browsers: 'identity',
  passkey_challenges: 'identity',
  passkeys: 'identity',
  recovery_codes: 'identity',
  refresh_tokens: 'identity',
  role_claims: 'identity',
  roles: 'identity',
  second_factors: 'identity',
  sessions: 'identity',
  user_tokens: 'identity',
  stand_ins: 'identity',
  users: 'identity',
  'published.open_sessions': 'identity',
  'published.role_claims': 'identity',
  'published.roles': 'identity',
  'published.absences': 'identity',
  'published.stand_ins': 'identity',
  'published.users': 'identity',

  organizations: 'organizations',
  'published.organizations': 'organizations',

  notices: 'notices',

  operations: 'operations',

  important_lists: 'projects',
  project_visibility: 'projects',
  project_activities: 'projects',
  project_state_counts: 'projects',
  project_history: 'projects',
  project_organizations: 'projects',
  project_phases: 'projects',
  projects: 'projects',
  'published.important_lists': 'projects',
  'published.project_visibility': 'projects',
  'published.project_activities': 'projects',
  'published.project_state_counts': 'projects',
  'published.project_history': 'projects',
  'published.project_organizations': 'projects',
  'published.project_phases': 'projects',
  'published.projects': 'projects',
  'published.projects_seen': 'projects',

  form_documents: 'form-store',
  form_revisions: 'form-store',
  project_forms: 'form-store',
  project_plans: 'form-store',
  'published.form_documents': 'form-store',
  'published.form_revisions': 'form-store',
  'published.project_forms': 'form-store',
  'published.project_plans': 'form-store',

  appropriations: 'registry',
  banks: 'registry',
  budget_users: 'registry',
  countries: 'registry',
  currencies: 'registry',
  districts: 'registry',
  economic_classifications: 'registry',
  exchange_rates: 'registry',
  functions: 'registry',
  funding_sources: 'registry',
  municipalities: 'registry',
  payment_codes: 'registry',
  registry_organizations: 'registry',
  treasury_branches: 'registry',
  'published.appropriations': 'registry',
  'published.registry_organizations': 'registry',
  'published.districts': 'registry',
  'published.municipalities': 'registry',
  'published.treasury_branches': 'registry',

  notification_settings: 'notifications',
  notifications: 'notifications',

  document_downloads: 'documents',
  document_revisions: 'documents',
  document_texts: 'documents',
  documents: 'documents',
  upload_pieces: 'documents',
  uploads: 'documents',
  'published.document_texts': 'documents',
  'published.documents': 'documents',
  'published.open_documents': 'documents',

  project_followers: 'following',
  'published.project_followers': 'following',

  project_comments: 'comments',
  'published.project_comments': 'comments',

  project_indicators: 'indicators',
  'published.project_indicators': 'indicators',

  report_subscriptions: 'reports',

  form_definitions: 'forms',
  form_remarks: 'forms',
  'published.form_remarks': 'forms',

  project_list_items: 'lists',
  project_lists: 'lists',
  'published.open_lists': 'lists',
  'published.project_list_items': 'lists',
  'published.project_lists': 'lists',

  open_data_files: 'open-data',
  open_data_making: 'open-data',
  project_withholdings: 'open-data',
  public_changes: 'open-data',
  public_forms: 'open-data',
  earned_values: 'earned-value',
  'published.earned_values': 'earned-value',
  project_quarters: 'portfolio',
  'published.project_quarters': 'portfolio',

  public_projects: 'open-data',
  'published.public_decisions': 'open-data',
  'published.public_documents': 'open-data',
  'published.public_forms': 'open-data',
  'published.public_periods': 'open-data',
  'published.public_projects': 'open-data',
  'published.public_relations': 'open-data',
  'published.public_withheld': 'open-data',

  fiscal_ceiling_revisions: 'fiscal-calendar',
  fiscal_ceilings: 'fiscal-calendar',
  project_needs: 'fiscal-calendar',
  'published.project_needs': 'fiscal-calendar',

  scenario_candidates: 'scenarios',
  scenarios: 'scenarios',

  project_appropriations: 'project-page',
  'published.project_appropriations': 'project-page',
};

/** Modules that take names of tables from the domain's catalogue; a test compares those with the owners. */
export const NAMED_BY_CATALOGUE: readonly string[] = ['registry'];
