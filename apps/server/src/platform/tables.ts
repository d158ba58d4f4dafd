import type { RecordedRows } from '@pimis/domain/indicators/record';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables as Kysely sees them; the migrations are the source. Amounts are decimal strings, dates YYYY-MM-DD. */
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;

export interface Tables {
  settings: { key: string; value: Json<unknown>; changed_at: Timestamp };
  audit_log: {
    id: GeneratedAlways<string>;
    at: Timestamp;
    user_id: number | null;
    login: string | null;
    operation: string;
    subject_type: string;
    subject_id: string;
    organization_id: string | null;
    detail: Json<unknown>;
    request_id: string | null;
    address: string | null;
  };
  rate_limits: { key: string; hits: number; window_ends_at: Timestamp };
  budget_users: {
    id: string;
    name: string;
    tax_id_number: string | null;
    company_number: string | null;
    execution_account: string | null;
    address: string | null;
    place: string | null;
    phone_number: string | null;
    email: string | null;
    treasury_branch_code: string | null;
    activity: string | null;
    type: string | null;
    parent_id: string | null;
    municipality_code: string | null;
    valid_from: Default<string>;
    valid_to: string | null;
  };
  organizations: {
    id: string;
    name: string;
    name_short: string | null;
    status: Default<number>;
    tax_id_number: string | null;
    company_number: string | null;
    treasury_branch_code: string | null;
    execution_account: string | null;
    address: string | null;
    email: string | null;
    phone_number: string | null;
    support_emails: Default<string[]>;
    support_phone_numbers: Default<string[]>;
    max_amount: string | null;
    admin_name: string | null;
    admin_login: string | null;
    admin_identity_number: string | null;
    admin_email: string | null;
    admin_phone_number: string | null;
    registration_token_hash: string | null;
    created_at: Timestamp;
    resolved_at: OptionalTimestamp;
    resolved_by: number | null;
    resolved_comment: string | null;
    name_key: GeneratedAlways<string>;
  };
  roles: {
    id: Generated<number>;
    name: string;
    description: string;
    role_type: number;
    organization_id: string | null;
    created_at: Timestamp;
  };
  role_claims: { role_id: number; claim: string };
  users: {
    id: GeneratedAlways<number>;
    login: string;
    login_ad: string | null;
    name: string;
    email: string;
    phone_number: string | null;
    organization_id: string;
    role_id: number;
    status: number;
    password_hash: string | null;
    last_login_at: OptionalTimestamp;
    known_locations: Default<string[]>;
    modified_by: number | null;
    modified_at: OptionalTimestamp;
    modified_comments: string | null;
    created_at: Timestamp;
  };
  sessions: {
    id: Generated<string>;
    user_id: number;
    created_at: Timestamp;
    last_used_at: Timestamp;
    ended_at: OptionalTimestamp;
    end_reason: string | null;
    address: string | null;
    agent: string | null;
  };
  refresh_tokens: {
    token_hash: string;
    session_id: string;
    kind: 'cookie' | 'bearer';
    predecessor_hash: string | null;
    created_at: Timestamp;
    used_at: OptionalTimestamp;
    retired_at: OptionalTimestamp;
  };
  user_tokens: {
    token_hash: string;
    user_id: number;
    kind: 'activation' | 'reset' | 'location';
    detail: string | null;
    expires_at: Timestamp;
    used_at: OptionalTimestamp;
    created_at: Timestamp;
  };
  notices: {
    id: GeneratedAlways<number>;
    title: string;
    text: string;
    start_date: string;
    end_date: string;
    time_from: string | null;
    time_to: string | null;
    priority: Default<number>;
    created_by: number | null;
    created_at: Timestamp;
  };
  districts: Validity & {
    code: string;
    iso_code: string | null;
    name: string;
    seat: string | null;
    region: string | null;
  };
  municipalities: {
    id: string;
    name: string;
    type: string;
    district_code: string | null;
    region: string | null;
    parent_code: string | null;
    code_status: string | null;
    valid_from: Default<string>;
    valid_to: string | null;
  };
  treasury_branches: Validity & {
    code: string;
    name: string;
    city: string | null;
    kind: string | null;
    district_code: string | null;
  };
  currencies: Validity & {
    code: string;
    numeric_code: string | null;
    name: string;
    name_en: string | null;
    status: string | null;
  };
  exchange_rates: {
    currency_code: string;
    rate_date: string;
    unit: number;
    middle_rate: string;
    status: string | null;
    valid_to: string | null;
  };
  functions: Validity & {
    code: string;
    name: string;
    level: number | null;
    parent_code: string | null;
    status: string | null;
  };
  economic_classifications: Validity & {
    code: string;
    short_code: string | null;
    name: string;
    level: number | null;
    parent_code: string | null;
  };
  funding_sources: Validity & { code: string; name: string };
  payment_codes: Validity & { code: string; name: string; group_name: string | null };
  countries: Validity & {
    alpha2: string;
    alpha3: string | null;
    numeric_code: string | null;
    name: string;
    name_en: string | null;
  };
  banks: Validity & {
    code: string;
    name: string;
    name_latin: string | null;
    status: string | null;
    note: string | null;
  };
  appropriations: Validity & {
    id: number;
    budget_year: number;
    organization_code: string;
    chapter: string | null;
    subchapter: string | null;
    program_code: string | null;
    project_code: string | null;
    function_code: string | null;
    source_of_funding_code: string | null;
    economic_classification_code: string | null;
    amount: string;
    current_amount: string;
  };
  form_definitions: {
    code: string;
    version: number;
    published: Json<unknown>;
    behaviour: ColumnType<unknown, string | null, string | null>;
    published_at: Timestamp;
  };
  projects: ProjectsTable;
  project_phases: {
    id: GeneratedAlways<number>;
    project_id: number;
    phase: number;
    status: Default<number>;
    started_at: Timestamp;
    closed_at: OptionalTimestamp;
    commission_count: Default<number>;
  };
  project_forms: {
    id: GeneratedAlways<number>;
    project_id: number;
    project_phase_id: number;
    code: string;
    definition_version: number;
    name: string;
    ordinal: number;
    status: Default<number>;
    evaluator_organization_id: string | null;
    mandatory: Default<boolean>;
    fixed: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Timestamp;
    locked_at: OptionalTimestamp;
    locked_by: number | null;
    mark: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    marked_at: OptionalTimestamp;
    marked_by: number | null;
  };
  form_revisions: {
    id: GeneratedAlways<number>;
    form_id: number;
    revision: number;
    definition_version: number;
    input: Json<Record<string, unknown>>;
    data: ColumnType<Record<string, unknown>, string | undefined, string>;
    validation: ColumnType<StoredValidation, string | undefined, string>;
    user_id: number | null;
    user_name: string;
    created_at: Timestamp;
  };
  project_activities: {
    id: GeneratedAlways<string>;
    project_id: number;
    project_phase_id: number;
    phase: number;
    previous_status: number;
    status: number;
    action: number | null;
    operation: string;
    user_id: number | null;
    user_name: string;
    comment: string | null;
    decision_date: string | null;
    postponed_date: string | null;
    form_id: number | null;
    form_code: string | null;
    form_revision: number | null;
    created_at: Timestamp;
  };
  project_history: {
    id: GeneratedAlways<string>;
    project_id: number;
    valid_from: Timestamp;
    valid_to: OptionalTimestamp;
    name: string;
    code: string;
    phase: number;
    phase_status: number;
    status: number;
    total_value: string;
    proposer_organization_id: string;
    foreign_funds: boolean;
    important: boolean;
    commission_approved: boolean;
  };
  project_organizations: {
    id: GeneratedAlways<number>;
    project_id: number;
    organization_id: string;
    created_at: Timestamp;
  };
  project_appropriations: { project_id: number; appropriation_id: number; created_at: Timestamp };
  important_lists: { project_id: number; list_type: number; created_by: number | null; created_at: Timestamp };
  project_lists: {
    id: GeneratedAlways<number>;
    type: number;
    name: string;
    created_by: number | null;
    created_at: Timestamp;
  };
  project_list_items: {
    list_id: number;
    project_id: number;
    position: number;
    came_from_status: number;
    snapshot: Json<Record<string, unknown>>;
    decision: number | null;
    decision_date: string | null;
    decision_comment: string | null;
    postponed_date: string | null;
    decided_at: OptionalTimestamp;
    decided_by: number | null;
    form_id: number | null;
    form_revision: number | null;
    form_status: number | null;
  };
  project_plans: {
    id: GeneratedAlways<number>;
    project_id: number;
    ordinal: number;
    form_id: number;
    form_revision: number;
    plan: Json<Record<string, unknown>>;
    in_force_from: Timestamp;
  };
  project_indicators: {
    id: GeneratedAlways<number>;
    project_id: number;
    form_id: number;
    year: number;
    quarter: number;
    rows: Json<RecordedRows>;
    created_at: Timestamp;
  };
  documents: {
    id: GeneratedAlways<number>;
    project_id: number;
    title: string;
    description: string;
    comment: string | null;
    document_type: Default<number>;
    created_by: number | null;
    created_at: Timestamp;
    deleted_at: OptionalTimestamp;
    search_key: GeneratedAlways<string>;
  };
  document_revisions: {
    id: GeneratedAlways<number>;
    document_id: number;
    revision: number;
    title: string;
    name: string;
    extension: string;
    size: ColumnType<string, number | string, number | string>;
    hash: string;
    description: string;
    comment: string | null;
    media_type: string;
    storage_key: string;
    link_secret: string;
    secure_link: Default<boolean>;
    created_by: number | null;
    created_at: Timestamp;
    deleted_at: OptionalTimestamp;
  };
  document_downloads: {
    id: GeneratedAlways<string>;
    revision_id: number;
    user_id: number | null;
    user_name: string | null;
    first_at: Timestamp;
    last_at: Timestamp;
  };
  form_documents: { form_id: number; document_id: number };
  project_followers: { project_id: number; user_id: number; created_at: Timestamp };
  project_comments: {
    id: GeneratedAlways<number>;
    project_id: number;
    reply_to_id: number | null;
    user_id: number;
    text: string;
    created_at: Timestamp;
    edited_at: OptionalTimestamp;
    removed_at: OptionalTimestamp;
    removed_by: number | null;
  };
  notifications: {
    id: GeneratedAlways<string>;
    user_id: number;
    project_id: number;
    kind: 'turn' | 'moved' | 'decision' | 'comment' | 'answer' | 'mention';
    activity_id: string | null;
    comment_id: number | null;
    phase: number;
    phase_status: number;
    turn: string | null;
    delivery: 'now' | 'digest' | null;
    created_at: Timestamp;
    read_at: OptionalTimestamp;
    mailed_at: OptionalTimestamp;
  };
  notification_settings: {
    user_id: number;
    turn: Default<'now' | 'digest' | 'none'>;
    moved: Default<'now' | 'digest' | 'none'>;
    comments: Default<'now' | 'digest' | 'none'>;
    changed_at: Timestamp;
  };
  operations: {
    id: Generated<string>;
    user_id: number;
    kind: string;
    input: Json<unknown>;
    state: Default<'waiting' | 'running' | 'done' | 'failed'>;
    progress: Default<number>;
    result: ColumnType<unknown, string | null | undefined, string | null>;
    storage_key: string | null;
    file_name: string | null;
    media_type: string | null;
    error_name: string | null;
    created_at: Timestamp;
    finished_at: OptionalTimestamp;
  };
}

interface Validity {
  valid_from: Default<string>;
  valid_to: string | null;
}

/** Verdict as it is stored and answered (specification, "Revision entry"); Path is our addition. */
export interface StoredItem {
  StatusCode: { Code: string };
  Index: number;
  Path?: string;
}
export interface StoredValidation {
  Errors: StoredItem[];
  Warnings: StoredItem[];
}

export interface ProjectsTable {
  id: GeneratedAlways<number>;
  code: string;
  number: string;
  name: string;
  description: string | null;
  organization_id: string;
  proposer_organization_id: string;
  type: number;
  sector: number;
  important: Default<boolean>;
  migrated: Default<boolean>;
  foreign_funds: Default<boolean>;
  foreign_funds_settled: Default<boolean>;
  is_merged: Default<boolean>;
  merged_into_id: number | null;
  commission_approved: Default<boolean>;
  status: Default<number>;
  phase: number;
  phase_status: number;
  status_before: number | null;
  sent_by: number | null;
  confirmed_by: number | null;
  waiting_since: Timestamp;
  total_value: Default<string>;
  mei_opinion: string | null;
  postponed_until: string | null;
  open_turns: string[] | null;
  last_reporting: string | null;
  reporting_ended_on: string | null;
  created_by: number | null;
  created_at: Timestamp;
  last_changed_at: Timestamp;
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
}
