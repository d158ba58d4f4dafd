// Written by `npm run tables` from the migrated database; `npm run check` compares the two.
import type { RecordedRows } from '@pimis/domain/indicators/record';
import type { CandidateData, YearAmount } from '@pimis/domain/portfolio/scenario/types';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { StoredValidationResult } from './stored-validation-result.ts';

/** A column of a view. */
type Read<T> = ColumnType<T, never, never>;

/** Amounts are decimal strings, days YYYY-MM-DD; JSON is written as text. */
export interface Tables {
  appropriations: {
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
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  audit_chain: {
    seal: ColumnType<string, number | string, number | string>;
    audit_id: ColumnType<string, number | string, number | string>;
    hash: Buffer;
  };
  audit_export: {
    id: Generated<boolean>;
    seal: ColumnType<string, number | string, number | string>;
    taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    failures: Generated<number>;
    reason: string | null;
    next_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  audit_log: {
    id: GeneratedAlways<string>;
    at: ColumnType<Date, Date | string | undefined, Date | string>;
    user_id: number | null;
    login: string | null;
    operation: string;
    subject_type: string;
    subject_id: string;
    organization_id: string | null;
    detail: ColumnType<unknown, string | undefined, string>;
    request_id: string | null;
    address: string | null;
  };
  audit_signatures: {
    audit_id: ColumnType<string, number | string, number | string>;
    signature: Buffer;
  };
  audit_unsealed: {
    audit_id: ColumnType<string, number | string, number | string>;
  };
  banks: {
    code: string;
    name: string;
    name_latin: string | null;
    status: string | null;
    note: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
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
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  calendar_addresses: {
    user_id: number;
    secret_hash: string;
    created_at: ColumnType<Date, Date | string, Date | string>;
    entries: ColumnType<unknown, string | undefined, string>;
  };
  client_assertions: {
    client_id: number;
    jti_hash: string;
    expires_at: ColumnType<Date, Date | string, Date | string>;
  };
  client_requests: {
    client_id: number;
    key: string;
    request_hash: string;
    created_at: ColumnType<Date, Date | string, Date | string>;
    http_status: number | null;
    answer: string | null;
    location: string | null;
  };
  client_secrets: {
    id: GeneratedAlways<number>;
    client_id: number;
    secret_hash: string | null;
    public_key: ColumnType<unknown, string | null | undefined, string | null>;
    created_by: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
    last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  clients: {
    user_id: number;
    name: string;
    claims: string[];
    addresses: Generated<string[]>;
    expires_on: string;
    created_by: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
    changed_at: ColumnType<Date, Date | string, Date | string>;
    revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    revoked_by: number | null;
    last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    last_used_from: string | null;
    announced_on: string | null;
  };
  countries: {
    alpha2: string;
    alpha3: string | null;
    numeric_code: string | null;
    name: string;
    name_en: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  currencies: {
    code: string;
    numeric_code: string | null;
    name: string;
    name_en: string | null;
    status: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  districts: {
    code: string;
    iso_code: string | null;
    name: string;
    seat: string | null;
    region: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  document_downloads: {
    id: GeneratedAlways<string>;
    revision_id: number;
    user_id: number | null;
    user_name: string | null;
    first_at: ColumnType<Date, Date | string | undefined, Date | string>;
    last_at: ColumnType<Date, Date | string | undefined, Date | string>;
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
    secure_link: Generated<boolean>;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    link_id: Generated<string>;
    link_expires_on: string | null;
    link_opened: Generated<number>;
    scan: Generated<'waiting' | 'clean' | 'found'>;
    scan_finding: string | null;
  };
  document_texts: {
    revision_id: number;
    words: string;
    reader: Generated<number>;
  };
  documents: {
    id: GeneratedAlways<number>;
    project_id: number;
    title: string;
    description: string;
    comment: string | null;
    document_type: Generated<number>;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    search_key: GeneratedAlways<string | null>;
  };
  earned_values: {
    project_id: number;
    valid_from: string;
    valid_to: Generated<string>;
    plan_ordinal: number;
    planned_start: string | null;
    planned_end: string | null;
    bac: string;
    year: number | null;
    quarter: number | null;
    pv: string | null;
    ev: string | null;
    ac: string | null;
    spi: string | null;
    cpi: string | null;
    eac: string | null;
    planned_first: number | null;
    planned: string[] | null;
  };
  economic_classifications: {
    code: string;
    short_code: string | null;
    name: string;
    level: number | null;
    parent_code: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  exchange_rates: {
    currency_code: string;
    rate_date: string;
    unit: number;
    middle_rate: string;
    status: string | null;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  fiscal_ceiling_revisions: {
    ceiling_id: number;
    revision: number;
    amount: string | null;
    changed_by: number;
    changed_at: ColumnType<Date, Date | string, Date | string>;
  };
  fiscal_ceilings: {
    id: GeneratedAlways<number>;
    year: number;
    source: string;
    sector: number | null;
    amount: string | null;
    revision: Generated<number>;
    changed_by: number;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  form_definitions: {
    code: string;
    version: number;
    published: ColumnType<unknown, string, string>;
    published_at: ColumnType<Date, Date | string | undefined, Date | string>;
    behaviour: ColumnType<unknown, string | null | undefined, string | null>;
  };
  form_documents: {
    form_id: number;
    document_id: number;
  };
  form_remarks: {
    id: GeneratedAlways<number>;
    form_id: number;
    place: string | null;
    text: string;
    revision: number;
    user_id: number;
    user_name: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    activity_id: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    answer: string | null;
    done: Generated<boolean>;
    answered_by: number | null;
    answered_name: string | null;
    answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  form_revisions: {
    id: GeneratedAlways<number>;
    form_id: number;
    revision: number;
    definition_version: number;
    input: ColumnType<Record<string, unknown>, string, string>;
    data: ColumnType<Record<string, unknown>, string | undefined, string>;
    validation: ColumnType<StoredValidationResult, string | undefined, string>;
    user_id: number | null;
    user_name: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  functions: {
    code: string;
    name: string;
    level: number | null;
    parent_code: string | null;
    status: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  funding_sources: {
    code: string;
    name: string;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  important_lists: {
    project_id: number;
    list_type: number;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  job_workers: {
    id: string;
    alive_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  known_browsers: {
    id: GeneratedAlways<number>;
    user_id: number;
    browser_hash: string;
    created_at: ColumnType<Date, Date | string, Date | string>;
    last_used_at: ColumnType<Date, Date | string, Date | string>;
  };
  levels: {
    key: string;
    level: number;
    at: ColumnType<Date, Date | string, Date | string>;
    next_at: ColumnType<Date, Date | string, Date | string>;
  };
  migrations: {
    name: string;
    hash: string;
    applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  municipalities: {
    id: string;
    name: string;
    type: string;
    district_code: string | null;
    region: string | null;
    parent_code: string | null;
    code_status: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  notices: {
    id: GeneratedAlways<number>;
    title: string;
    text: string;
    start_date: string;
    end_date: string;
    time_from: string | null;
    time_to: string | null;
    priority: Generated<number>;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    title_en: string | null;
    text_en: string | null;
  };
  notification_settings: {
    user_id: number;
    turn: Generated<'now' | 'digest' | 'none'>;
    moved: Generated<'now' | 'digest' | 'none'>;
    comments: Generated<'now' | 'digest' | 'none'>;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  notifications: {
    id: GeneratedAlways<string>;
    user_id: number;
    project_id: number | null;
    kind: 'turn' | 'moved' | 'decision' | 'comment' | 'answer' | 'mention' | 'infected' | 'absence' | 'absenceEnd';
    activity_id: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    comment_id: number | null;
    phase: number | null;
    phase_status: number | null;
    delivery: 'now' | 'digest' | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    turn: string | null;
    document_id: number | null;
    stand_in_for_id: number | null;
    stand_in_id: number | null;
    told_by: number | null;
  };
  oidc_links: {
    issuer: string;
    subject: string;
    user_id: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
  };
  open_data_files: {
    name: string;
    storage_key: string;
    media_type: string;
    size: ColumnType<string, number | string, number | string>;
    hash: string;
    changed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    made_at: ColumnType<Date, Date | string, Date | string>;
  };
  open_data_making: {
    one: Generated<boolean>;
    version: string | null;
    made_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    projects: number | null;
    problems: ColumnType<unknown, string | undefined, string>;
    failed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    failure: string | null;
  };
  operations: {
    id: Generated<string>;
    user_id: number;
    kind: string;
    input: ColumnType<unknown, string, string>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    progress: Generated<number>;
    result: ColumnType<unknown, string | null | undefined, string | null>;
    storage_key: string | null;
    file_name: string | null;
    media_type: string | null;
    error_name: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    attempt: Generated<number>;
    rights: string | null;
  };
  organizations: {
    id: string;
    name: string;
    name_short: string | null;
    status: Generated<number>;
    tax_id_number: string | null;
    company_number: string | null;
    treasury_branch_code: string | null;
    execution_account: string | null;
    address: string | null;
    email: string | null;
    phone_number: string | null;
    support_emails: Generated<string[]>;
    support_phone_numbers: Generated<string[]>;
    max_amount: string | null;
    admin_name: string | null;
    admin_login: string | null;
    admin_identity_number: string | null;
    admin_email: string | null;
    admin_phone_number: string | null;
    registration_token_hash: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    resolved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    resolved_by: number | null;
    resolved_comment: string | null;
    name_key: GeneratedAlways<string | null>;
    postal_code: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  passkey_challenges: {
    challenge: string;
    user_id: number | null;
    expires_at: ColumnType<Date, Date | string, Date | string>;
  };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: ColumnType<string, number | string | undefined, number | string>;
    transports: Generated<string[]>;
    name: string;
    created_at: ColumnType<Date, Date | string, Date | string>;
    last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  payment_codes: {
    code: string;
    name: string;
    group_name: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
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
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    stand_in_for_id: number | null;
    stand_in_for_name: string | null;
  };
  project_appropriations: {
    project_id: number;
    appropriation_id: number;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  project_changes: {
    project_id: number;
    changed_by: ColumnType<string, number | string, number | string>;
    changed_at: ColumnType<Date, Date | string, Date | string>;
  };
  project_comments: {
    id: GeneratedAlways<number>;
    project_id: number;
    reply_to_id: number | null;
    user_id: number;
    text: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    edited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    removed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    removed_by: number | null;
  };
  project_followers: {
    project_id: number;
    user_id: number;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  project_forms: {
    id: GeneratedAlways<number>;
    project_id: number;
    project_phase_id: number;
    code: string;
    definition_version: number;
    name: string;
    ordinal: number;
    status: Generated<number>;
    evaluator_organization_id: string | null;
    mandatory: Generated<boolean>;
    fixed: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    locked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    locked_by: number | null;
    mark: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    marked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    marked_by: number | null;
  };
  project_history: {
    id: GeneratedAlways<string>;
    project_id: number;
    valid_from: ColumnType<Date, Date | string, Date | string>;
    valid_to: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
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
    last_reporting: string | null;
  };
  project_indicators: {
    id: GeneratedAlways<number>;
    project_id: number;
    form_id: number;
    year: number;
    quarter: number;
    rows: ColumnType<RecordedRows, string, string>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  project_list_items: {
    list_id: number;
    project_id: number;
    position: number;
    came_from_status: number;
    snapshot: ColumnType<Record<string, unknown>, string, string>;
    decision: number | null;
    decision_date: string | null;
    decision_comment: string | null;
    postponed_date: string | null;
    decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    decided_by: number | null;
    form_id: number | null;
    form_revision: number | null;
    form_status: number | null;
  };
  project_lists: {
    id: GeneratedAlways<number>;
    type: number;
    name: string;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    session_on: string | null;
    pending_count: Generated<number>;
    projects: Generated<number>;
    total_value: Generated<string>;
    session_number: string | null;
  };
  project_needs: {
    project_id: number;
    year: number;
    source: string;
    amount: string;
    planned: boolean;
  };
  project_organizations: {
    id: GeneratedAlways<number>;
    project_id: number;
    organization_id: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  project_phases: {
    id: GeneratedAlways<number>;
    project_id: number;
    phase: number;
    status: Generated<number>;
    started_at: ColumnType<Date, Date | string | undefined, Date | string>;
    closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    commission_count: Generated<number>;
    returned_activity_id: ColumnType<string | null, number | string | null | undefined, number | string | null>;
  };
  project_plans: {
    id: GeneratedAlways<number>;
    project_id: number;
    ordinal: number;
    form_id: number;
    form_revision: number;
    plan: ColumnType<Record<string, unknown>, string, string>;
    in_force_from: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  project_quarters: {
    project_id: number;
    year: number;
    quarter: number;
    planned: Generated<string>;
    spent: Generated<string>;
  };
  project_state_counts: {
    status: number;
    phase: number;
    phase_status: number;
    foreign_funds: boolean;
    open_steps: string[] | null;
    projects: number;
  };
  project_visibility: {
    viewer_id: string;
    project_id: number;
    involved: boolean;
    organization_id: string;
    proposer_organization_id: string;
    code: string;
    number: string;
    name: string;
    type: number;
    sector: number;
    important: boolean;
    foreign_funds: boolean;
    commission_approved: boolean;
    is_merged: boolean;
    status: number;
    phase: number;
    phase_status: number;
    sent_by: number | null;
    open_steps: string[] | null;
    waiting_since: ColumnType<Date, Date | string, Date | string>;
    total_value: string;
    last_reporting: string | null;
    reporting_ended_on: string | null;
    created_at: ColumnType<Date, Date | string, Date | string>;
    last_changed_at: ColumnType<Date, Date | string, Date | string>;
    ministry_commented: Generated<boolean>;
    level: number | null;
    districts: Generated<string[]>;
    municipalities: Generated<string[]>;
    planned_end: string | null;
    spent: Generated<string>;
    step_due_on: string | null;
  };
  project_withholdings: {
    id: GeneratedAlways<number>;
    project_id: number;
    reason: string;
    withheld_by: number;
    withheld_at: ColumnType<Date, Date | string, Date | string>;
    returned_reason: string | null;
    returned_by: number | null;
    returned_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  projections: {
    name: string;
    version: number;
  };
  projections_dirty: {
    id: GeneratedAlways<string>;
    source: string | null;
    projection: string | null;
    project_id: number;
    transaction: ColumnType<string, number | string | undefined, number | string>;
    marked_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  projects: {
    id: GeneratedAlways<number>;
    code: string;
    number: string;
    name: string;
    description: string | null;
    organization_id: string;
    proposer_organization_id: string;
    type: number;
    sector: number;
    important: Generated<boolean>;
    migrated: Generated<boolean>;
    foreign_funds: Generated<boolean>;
    foreign_funds_settled: Generated<boolean>;
    is_merged: Generated<boolean>;
    merged_into_id: number | null;
    commission_approved: Generated<boolean>;
    status: Generated<number>;
    phase: number;
    phase_status: number;
    status_before: number | null;
    sent_by: number | null;
    waiting_since: ColumnType<Date, Date | string | undefined, Date | string>;
    total_value: Generated<string>;
    mei_opinion: string | null;
    postponed_until: string | null;
    last_reporting: string | null;
    reporting_ended_on: string | null;
    created_by: number | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    last_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
    confirmed_by: number | null;
    open_steps: string[] | null;
    search_key: GeneratedAlways<string | null>;
    name_key: GeneratedAlways<string | null>;
    ministry_commented: Generated<boolean>;
    code_key: GeneratedAlways<string | null>;
    number_key: GeneratedAlways<string | null>;
    level: number | null;
    districts: Generated<string[]>;
    municipalities: Generated<string[]>;
    planned_end: string | null;
    spent: Generated<string>;
    step_due_on: GeneratedAlways<string | null>;
  };
  public_changes: {
    transaction: ColumnType<string, number | string, number | string>;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  public_forms: {
    form_id: number;
    revision: number;
    project_id: number;
    code: string;
    approved_at: ColumnType<Date, Date | string, Date | string>;
    approved_on: string;
    facts: ColumnType<Record<string, unknown>, string, string>;
  };
  public_projects: {
    project_id: number;
    number: string;
    code: string;
    title: string;
    organization_id: string;
    sector: number;
    type: number;
    status: string;
    since: string;
    changed_at: ColumnType<Date, Date | string, Date | string>;
    value: string | null;
    districts: Generated<string[]>;
    withheld: boolean;
    search_key: GeneratedAlways<string | null>;
    planned_end: string | null;
    seen: ColumnType<unknown, string | null | undefined, string | null>;
  };
  'published.absences': {
    id: Read<number>;
    user_id: Read<number>;
    acting_user_id: Read<number | null>;
    first_day: Read<string>;
    last_day: Read<string>;
  };
  'published.appropriations': {
    id: Read<number>;
    budget_year: Read<number>;
    organization_code: Read<string>;
    chapter: Read<string | null>;
    subchapter: Read<string | null>;
    program_code: Read<string | null>;
    project_code: Read<string | null>;
    function_code: Read<string | null>;
    source_of_funding_code: Read<string | null>;
    economic_classification_code: Read<string | null>;
    amount: Read<string>;
    current_amount: Read<string>;
  };
  'published.audit_log': {
    id: Read<string>;
    at: Read<Date>;
    user_id: Read<number | null>;
    operation: Read<string>;
    subject_type: Read<string>;
    subject_id: Read<string>;
    detail: Read<unknown>;
    login: Read<string | null>;
    organization_id: Read<string | null>;
    request_id: Read<string | null>;
    address: Read<string | null>;
  };
  'published.audit_signatures': {
    audit_id: Read<string>;
    signature: Read<Buffer>;
  };
  'published.clients': {
    id: Read<number | null>;
    claims: Read<string[]>;
    addresses: Read<string[]>;
    expires_on: Read<string>;
  };
  'published.districts': {
    code: Read<string>;
    name: Read<string>;
  };
  'published.document_states': {
    project_id: Read<number | null>;
    document_id: Read<number | null>;
    revision: Read<number | null>;
    title: Read<string | null>;
    description: Read<string | null>;
    document_type: Read<number | null>;
    secure_link: Read<boolean | null>;
    deleted_at: Read<Date | null>;
    scan: Read<string | null>;
    link_expires_on: Read<string | null>;
    created_at: Read<Date | null>;
  };
  'published.document_texts': {
    document_id: Read<number | null>;
    words: Read<string | null>;
  };
  'published.documents': {
    id: Read<number>;
    project_id: Read<number>;
    title: Read<string>;
    description: Read<string>;
    created_at: Read<Date>;
    search_key: Read<string | null>;
  };
  'published.earned_values': {
    project_id: Read<number>;
    valid_from: Read<string>;
    valid_to: Read<string>;
    plan_ordinal: Read<number>;
    planned_start: Read<string | null>;
    planned_end: Read<string | null>;
    bac: Read<string>;
    year: Read<number | null>;
    quarter: Read<number | null>;
    pv: Read<string | null>;
    ev: Read<string | null>;
    ac: Read<string | null>;
    spi: Read<string | null>;
    cpi: Read<string | null>;
    eac: Read<string | null>;
    planned_first: Read<number | null>;
    planned: Read<string[] | null>;
  };
  'published.form_documents': {
    form_id: Read<number>;
    document_id: Read<number>;
  };
  'published.form_remarks': {
    id: Read<number>;
    form_id: Read<number>;
    user_id: Read<number>;
    activity_id: Read<string | null>;
    text: Read<string>;
    created_at: Read<Date>;
    answer: Read<string | null>;
    answered_by: Read<number | null>;
    answered_at: Read<Date | null>;
    done: Read<boolean>;
  };
  'published.form_revisions': {
    form_id: Read<number>;
    revision: Read<number>;
    input: Read<Record<string, unknown>>;
    data: Read<Record<string, unknown>>;
    validation: Read<StoredValidationResult>;
    user_name: Read<string>;
    created_at: Read<Date>;
  };
  'published.important_lists': {
    project_id: Read<number>;
    list_type: Read<number>;
  };
  'published.municipalities': {
    id: Read<string>;
    name: Read<string>;
    district_code: Read<string | null>;
  };
  'published.open_documents': {
    project_id: Read<number | null>;
    id: Read<number | null>;
    title: Read<string | null>;
    description: Read<string | null>;
    document_type: Read<number | null>;
    revision: Read<number | null>;
    extension: Read<string | null>;
    media_type: Read<string | null>;
    created_at: Read<Date | null>;
    link_id: Read<string | null>;
    link_expires_on: Read<string | null>;
  };
  'published.open_lists': {
    id: Read<number>;
    type: Read<number>;
    name: Read<string>;
    session_on: Read<string | null>;
    pending_count: Read<number>;
  };
  'published.open_sessions': {
    id: Read<string>;
    user_id: Read<number>;
  };
  'published.organizations': {
    id: Read<string>;
    name: Read<string>;
    name_key: Read<string | null>;
    status: Read<number>;
    tax_id_number: Read<string | null>;
    company_number: Read<string | null>;
    created_at: Read<Date>;
  };
  'published.project_activities': {
    id: Read<string>;
    project_id: Read<number>;
    project_phase_id: Read<number>;
    phase: Read<number>;
    previous_status: Read<number>;
    status: Read<number>;
    operation: Read<string>;
    user_id: Read<number | null>;
    user_name: Read<string>;
    stand_in_for_name: Read<string | null>;
    comment: Read<string | null>;
    postponed_date: Read<string | null>;
    created_at: Read<Date>;
    form_id: Read<number | null>;
    form_code: Read<string | null>;
    form_revision: Read<number | null>;
  };
  'published.project_appropriations': {
    project_id: Read<number>;
    appropriation_id: Read<number>;
  };
  'published.project_changes': {
    project_id: Read<number>;
    changed_by: Read<string>;
    changed_at: Read<Date>;
  };
  'published.project_comments': {
    id: Read<number>;
    user_id: Read<number>;
    reply_to_id: Read<number | null>;
    text: Read<string>;
    removed_at: Read<Date | null>;
    project_id: Read<number>;
    created_at: Read<Date>;
  };
  'published.project_followers': {
    project_id: Read<number>;
    user_id: Read<number>;
  };
  'published.project_forms': {
    id: Read<number>;
    project_id: Read<number>;
    project_phase_id: Read<number>;
    code: Read<string>;
    definition_version: Read<number>;
    name: Read<string>;
    ordinal: Read<number>;
    status: Read<number>;
    evaluator_organization_id: Read<string | null>;
    mandatory: Read<boolean>;
    fixed: Read<Record<string, unknown>>;
    mark: Read<Record<string, unknown> | null>;
    marked_at: Read<Date | null>;
    created_at: Read<Date>;
    locked_at: Read<Date | null>;
  };
  'published.project_history': {
    code: Read<string>;
    commission_approved: Read<boolean>;
    foreign_funds: Read<boolean>;
    important: Read<boolean>;
    last_reporting: Read<string | null>;
    name: Read<string>;
    phase: Read<number>;
    phase_status: Read<number>;
    project_id: Read<number>;
    proposer_organization_id: Read<string>;
    status: Read<number>;
    total_value: Read<string>;
    valid_from: Read<Date>;
    valid_to: Read<Date | null>;
  };
  'published.project_indicators': {
    form_id: Read<number>;
    rows: Read<RecordedRows>;
  };
  'published.project_list_items': {
    list_id: Read<number>;
    project_id: Read<number>;
    decision: Read<number | null>;
    phase: Read<number | null>;
    decision_date: Read<string | null>;
    decided_at: Read<Date | null>;
    form_id: Read<number | null>;
    form_revision: Read<number | null>;
  };
  'published.project_lists': {
    id: Read<number>;
    type: Read<number>;
    name: Read<string>;
    session_on: Read<string | null>;
  };
  'published.project_needs': {
    project_id: Read<number>;
    year: Read<number>;
    source: Read<string>;
    amount: Read<string>;
    planned: Read<boolean>;
  };
  'published.project_organizations': {
    id: Read<number>;
    project_id: Read<number>;
    organization_id: Read<string>;
    created_at: Read<Date>;
  };
  'published.project_phases': {
    id: Read<number>;
    project_id: Read<number>;
    phase: Read<number>;
    status: Read<number>;
    started_at: Read<Date>;
    closed_at: Read<Date | null>;
    commission_count: Read<number>;
    returned_activity_id: Read<string | null>;
  };
  'published.project_plans': {
    project_id: Read<number>;
    ordinal: Read<number>;
    form_id: Read<number>;
    form_revision: Read<number>;
    plan: Read<Record<string, unknown>>;
    in_force_from: Read<Date>;
  };
  'published.project_quarters': {
    project_id: Read<number>;
    year: Read<number>;
    quarter: Read<number>;
    planned: Read<string>;
    spent: Read<string>;
  };
  'published.project_state_counts': {
    status: Read<number>;
    phase: Read<number>;
    phase_status: Read<number>;
    foreign_funds: Read<boolean>;
    open_steps: Read<string[] | null>;
    projects: Read<number>;
  };
  'published.project_visibility': {
    viewer_id: Read<string>;
    project_id: Read<number>;
    involved: Read<boolean>;
  };
  'published.project_withholdings': {
    project_id: Read<number>;
    returned_at: Read<Date | null>;
  };
  'published.projects': {
    code: Read<string>;
    code_key: Read<string | null>;
    commission_approved: Read<boolean>;
    confirmed_by: Read<number | null>;
    created_at: Read<Date>;
    created_by: Read<number | null>;
    description: Read<string | null>;
    districts: Read<string[]>;
    foreign_funds: Read<boolean>;
    foreign_funds_settled: Read<boolean>;
    id: Read<number>;
    important: Read<boolean>;
    is_merged: Read<boolean>;
    last_changed_at: Read<Date>;
    last_reporting: Read<string | null>;
    level: Read<number | null>;
    mei_opinion: Read<string | null>;
    merged_into_id: Read<number | null>;
    migrated: Read<boolean>;
    ministry_commented: Read<boolean>;
    municipalities: Read<string[]>;
    name: Read<string>;
    name_key: Read<string | null>;
    number: Read<string>;
    number_key: Read<string | null>;
    open_steps: Read<string[] | null>;
    organization_id: Read<string>;
    phase: Read<number>;
    phase_status: Read<number>;
    planned_end: Read<string | null>;
    postponed_until: Read<string | null>;
    proposer_organization_id: Read<string>;
    reporting_ended_on: Read<string | null>;
    search_key: Read<string | null>;
    sector: Read<number>;
    sent_by: Read<number | null>;
    spent: Read<string>;
    status: Read<number>;
    status_before: Read<number | null>;
    step_due_on: Read<string | null>;
    total_value: Read<string>;
    type: Read<number>;
    waiting_since: Read<Date>;
  };
  'published.projects_seen': {
    id: Read<number | null>;
    code: Read<string>;
    commission_approved: Read<boolean>;
    created_at: Read<Date>;
    districts: Read<string[]>;
    foreign_funds: Read<boolean>;
    important: Read<boolean>;
    involved: Read<boolean>;
    is_merged: Read<boolean>;
    last_changed_at: Read<Date>;
    last_reporting: Read<string | null>;
    level: Read<number | null>;
    ministry_commented: Read<boolean>;
    municipalities: Read<string[]>;
    name: Read<string>;
    number: Read<string>;
    open_steps: Read<string[] | null>;
    organization_id: Read<string>;
    phase: Read<number>;
    phase_status: Read<number>;
    planned_end: Read<string | null>;
    proposer_organization_id: Read<string>;
    reporting_ended_on: Read<string | null>;
    sector: Read<number>;
    sent_by: Read<number | null>;
    spent: Read<string>;
    status: Read<number>;
    step_due_on: Read<string | null>;
    total_value: Read<string>;
    type: Read<number>;
    viewer_id: Read<string>;
    waiting_since: Read<Date>;
  };
  'published.public_decisions': {
    project_id: Read<number | null>;
    list_id: Read<number | null>;
    type: Read<number | null>;
    phase: Read<number | null>;
    decision: Read<number | null>;
    decision_date: Read<string | null>;
    decided_at: Read<Date | null>;
  };
  'published.public_documents': {
    project_id: Read<number | null>;
    id: Read<number | null>;
    title: Read<string | null>;
    description: Read<string | null>;
    document_type: Read<number | null>;
    revision: Read<number | null>;
    extension: Read<string | null>;
    media_type: Read<string | null>;
    created_at: Read<Date | null>;
    link_id: Read<string | null>;
    link_expires_on: Read<string | null>;
  };
  'published.public_forms': {
    project_id: Read<number | null>;
    form_id: Read<number | null>;
    revision: Read<number | null>;
    code: Read<string | null>;
    name: Read<string | null>;
    approved_at: Read<Date | null>;
    approved_on: Read<string | null>;
    facts: Read<Record<string, unknown> | null>;
  };
  'published.public_projects': {
    project_id: Read<number>;
    number: Read<string>;
    code: Read<string>;
    title: Read<string>;
    organization_id: Read<string>;
    sector: Read<number>;
    type: Read<number>;
    status: Read<string>;
    since: Read<string>;
    changed_at: Read<Date>;
    value: Read<string | null>;
    districts: Read<string[]>;
    search_key: Read<string | null>;
    planned_end: Read<string | null>;
  };
  'published.public_relations': {
    project_id: Read<number | null>;
    other_id: Read<number | null>;
    number: Read<string | null>;
    title: Read<string | null>;
  };
  'published.public_since': {
    project_id: Read<number>;
    number: Read<string>;
    since: Read<string>;
  };
  'published.public_states': {
    project_id: Read<number | null>;
    phase: Read<number | null>;
    phase_status: Read<number | null>;
    first_day: Read<string | null>;
    last_day: Read<string | null>;
  };
  'published.public_withheld': {
    projects: Read<number | null>;
  };
  'published.registry_organizations': {
    id: Read<string>;
    name: Read<string>;
    place: Read<string | null>;
    valid_from: Read<string>;
    valid_to: Read<string | null>;
    search_key: Read<string | null>;
    parent_id: Read<string | null>;
    type: Read<string | null>;
    activity: Read<string | null>;
    company_number: Read<string | null>;
    tax_id_number: Read<string | null>;
  };
  'published.role_claims': {
    role_id: Read<number>;
    claim: Read<string>;
  };
  'published.roles': {
    id: Read<number>;
    name: Read<string>;
    description: Read<string>;
  };
  'published.scenarios': {
    id: Read<number>;
    owner_id: Read<number>;
    name: Read<string>;
    shared: Read<boolean>;
    created_at: Read<Date>;
    changed_at: Read<Date>;
  };
  'published.stand_ins': {
    id: Read<number>;
    user_id: Read<number>;
    acting_user_id: Read<number | null>;
    first_day: Read<string>;
    last_day: Read<string>;
  };
  'published.table_views': {
    id: Read<number>;
    table_name: Read<string>;
    name: Read<string>;
    owner_id: Read<number>;
    organization_id: Read<string | null>;
    created_at: Read<Date>;
    changed_at: Read<Date>;
  };
  'published.treasury_branches': {
    code: Read<string>;
    name: Read<string>;
    valid_from: Read<string>;
    valid_to: Read<string | null>;
  };
  'published.unread_mentions': {
    user_id: Read<number>;
    project_id: Read<number | null>;
  };
  'published.users': {
    id: Read<number>;
    login: Read<string>;
    name: Read<string>;
    name_key: Read<string | null>;
    email: Read<string>;
    organization_id: Read<string>;
    role_id: Read<number>;
    status: Read<number>;
  };
  'published.webhooks': {
    id: Read<number>;
    name: Read<string>;
  };
  'published.withheld_projects': {
    project_id: Read<number>;
  };
  rate_limits: {
    key: string;
    hits: number;
    window_ends_at: ColumnType<Date, Date | string, Date | string>;
  };
  recovery_codes: {
    code_hash: string;
    user_id: number;
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  refresh_tokens: {
    token_hash: string;
    session_id: string;
    kind: 'cookie' | 'bearer';
    predecessor_hash: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    retired_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  registry_organizations: {
    id: Read<string | null>;
    company_number: Read<string | null>;
    tax_id_number: Read<string | null>;
    name: Read<string | null>;
    address: Read<string | null>;
    place: Read<string | null>;
    phone_number: Read<string | null>;
    email: Read<string | null>;
    treasury_branch_code: Read<string | null>;
    treasury: Read<string | null>;
    activity: Read<string | null>;
    type: Read<string | null>;
    valid_from: Read<string | null>;
    valid_to: Read<string | null>;
    search_key: Read<string | null>;
  };
  removed_people: {
    mark: Buffer;
    removed_at: ColumnType<Date, Date | string, Date | string>;
  };
  report_subscriptions: {
    user_id: number;
    report: string;
    kind: 'favourite' | 'mail';
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  role_claims: {
    role_id: number;
    claim: string;
  };
  roles: {
    id: Generated<number>;
    name: string;
    description: string;
    role_type: number;
    organization_id: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    modified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    second_factor: Generated<boolean>;
  };
  scenario_candidates: {
    scenario_id: number;
    project_id: number;
    position: number;
    state: 'in' | 'out' | 'must' | 'never';
    shift: Generated<number>;
    data: ColumnType<CandidateData, string, string>;
    taken_at: ColumnType<Date, Date | string, Date | string>;
  };
  scenarios: {
    id: GeneratedAlways<number>;
    name: string;
    owner_id: number;
    shared: Generated<boolean>;
    goal: Generated<'marks' | 'worth'>;
    revision: Generated<number>;
    ceilings: ColumnType<YearAmount[], string, string>;
    committed: ColumnType<YearAmount[], string, string>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  second_factors: {
    user_id: number;
    secret: Buffer | null;
    confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    last_step: Generated<number>;
    pending: Buffer | null;
    pending_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  sessions: {
    id: Generated<string>;
    user_id: number;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    last_used_at: ColumnType<Date, Date | string | undefined, Date | string>;
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    end_reason: string | null;
    address: string | null;
    agent: string | null;
    oidc_issuer: string | null;
    oidc_sid: string | null;
  };
  settings: {
    key: string;
    value: ColumnType<unknown, string, string>;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  stand_ins: {
    id: GeneratedAlways<number>;
    user_id: number;
    acting_user_id: number | null;
    first_day: string;
    last_day: string;
    created_by: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
    ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    ended_by: number | null;
  };
  table_view_defaults: {
    user_id: number;
    table_name: string;
    view_id: number;
  };
  table_views: {
    id: GeneratedAlways<number>;
    table_name: string;
    name: string;
    search: ColumnType<Record<string, string | number | boolean>, string, string>;
    owner_id: number;
    organization_id: string | null;
    revision: Generated<number>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  treasury_branches: {
    code: string;
    name: string;
    city: string | null;
    kind: string | null;
    district_code: string | null;
    valid_from: Generated<string>;
    valid_to: string | null;
    search_key: GeneratedAlways<string | null>;
  };
  upload_pieces: {
    upload_id: string;
    start_at: ColumnType<string, number | string, number | string>;
    size: number;
    storage_key: string;
    created_at: ColumnType<Date, Date | string, Date | string>;
  };
  uploads: {
    id: string;
    project_id: number;
    user_id: number;
    name: string;
    media_type: string;
    size: ColumnType<string, number | string, number | string>;
    created_at: ColumnType<Date, Date | string, Date | string>;
    touched_at: ColumnType<Date, Date | string, Date | string>;
  };
  user_tokens: {
    token_hash: string;
    user_id: number;
    kind: 'activation' | 'reset' | 'location' | 'second_step' | 'email' | 'email_stop';
    detail: string | null;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
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
    last_login_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    known_locations: Generated<string[]>;
    modified_by: number | null;
    modified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    modified_comments: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    tags: Generated<string[]>;
    search_key: GeneratedAlways<string | null>;
    erased_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    login_key: GeneratedAlways<string | null>;
    login_ad_key: GeneratedAlways<string | null>;
    name_key: GeneratedAlways<string | null>;
    email_key: GeneratedAlways<string | null>;
    phone_key: GeneratedAlways<string | null>;
    directory_gone_on: string | null;
  };
  webhook_deliveries: {
    id: GeneratedAlways<string>;
    event_id: Generated<string>;
    webhook_id: number;
    kind: string;
    project_id: number | null;
    data: ColumnType<unknown, string | undefined, string>;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    once: Generated<boolean>;
    attempts: Generated<number>;
    created_at: ColumnType<Date, Date | string, Date | string>;
    next_at: ColumnType<Date, Date | string, Date | string>;
    taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    attempted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    outcome: 'delivered' | 'status' | 'redirect' | 'gone' | 'timeout' | 'unreachable' | 'refused' | 'unsigned' | null;
    http_status: number | null;
    reason: string | null;
    ms: number | null;
  };
  webhook_secrets: {
    id: GeneratedAlways<number>;
    webhook_id: number;
    sealed: Buffer;
    created_by: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
  };
  webhooks: {
    id: GeneratedAlways<number>;
    name: string;
    url: string;
    kinds: string[];
    organization_id: string;
    enabled: Generated<boolean>;
    off_reason: 'person' | 'failures' | 'gone' | 'copy' | null;
    failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    created_by: number;
    created_at: ColumnType<Date, Date | string, Date | string>;
    changed_at: ColumnType<Date, Date | string, Date | string>;
  };
}
