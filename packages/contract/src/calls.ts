import type { Static, TSchema } from 'typebox';
import { AUDIT_CALLS } from './audit.ts';
import { CALENDAR_CALLS } from './calendars.ts';
import { CLIENT_CALLS } from './clients.ts';
import { DAILY_CALLS } from './daily.ts';
import { DASHBOARD_CALLS } from './dashboard.ts';
import { DECISION_ROW_CALLS } from './decision-rows.ts';
import { DECISION_SUMMARY_CALLS } from './decision-summary.ts';
import { DOCUMENT_CALLS } from './documents.ts';
import type { CallSchema, Success } from './envelope.ts';
import { EXPORT_CALLS } from './exports.ts';
import { FORM_CALLS } from './forms.ts';
import { HEALTH_CALLS } from './health.ts';
import { IDENTITY_CALLS } from './identity.ts';
import { INDICATOR_CALLS } from './indicators.ts';
import { LIST_CALLS } from './lists.ts';
import { NOTICE_CALLS } from './notices.ts';
import { OPEN_DATA_CALLS } from './open-data.ts';
import { OPTION_CALLS } from './options.ts';
import { ORGANIZATION_CALLS } from './organizations.ts';
import { PASSKEY_CALLS } from './passkeys.ts';
import { PORTFOLIO_CALLS } from './portfolio/calls.ts';
import { PROJECT_CHANGE_CALLS } from './project-changes.ts';
import { PROJECT_CALLS } from './projects.ts';
import { PROVIDER_CALLS } from './providers.ts';
import { REGISTRY_CALLS } from './registries.ts';
import { REMARK_CALLS } from './remarks.ts';
import { REPORT_CALLS } from './reports.ts';
import { ROLE_CALLS } from './roles.ts';
import { SECURITY_CALLS } from './security.ts';
import { SENDING_CHECK_CALLS } from './sending-check.ts';
import { STAND_IN_CALLS } from './stand-ins.ts';
import { TABLE_VIEW_CALLS } from './table-views.ts';
import { TASK_CALLS } from './tasks.ts';
import { USER_CALLS } from './users.ts';
import { WEBHOOK_CALLS } from './webhooks.ts';

/**
 * Every call of the HTTP interface, by method and path below /api. The server registers its routes by these names and
 * the client calls by them, so that inputs and outputs have one type on both sides.
 */
export const CALLS = {
  ...DASHBOARD_CALLS,
  ...TASK_CALLS,
  ...TABLE_VIEW_CALLS,
  ...NOTICE_CALLS,
  ...IDENTITY_CALLS,
  ...SECURITY_CALLS,
  ...PASSKEY_CALLS,
  ...PROVIDER_CALLS,
  ...CALENDAR_CALLS,
  ...USER_CALLS,
  ...STAND_IN_CALLS,
  ...ORGANIZATION_CALLS,
  ...ROLE_CALLS,
  ...REGISTRY_CALLS,
  ...PROJECT_CALLS,
  ...PROJECT_CHANGE_CALLS,
  ...DECISION_SUMMARY_CALLS,
  ...DECISION_ROW_CALLS,
  ...SENDING_CHECK_CALLS,
  ...PORTFOLIO_CALLS,
  ...OPTION_CALLS,
  ...FORM_CALLS,
  ...REMARK_CALLS,
  ...DOCUMENT_CALLS,
  ...LIST_CALLS,
  ...INDICATOR_CALLS,
  ...EXPORT_CALLS,
  ...REPORT_CALLS,
  ...DAILY_CALLS,
  ...AUDIT_CALLS,
  ...CLIENT_CALLS,
  ...WEBHOOK_CALLS,
  ...HEALTH_CALLS,
  ...OPEN_DATA_CALLS,
} as const;

export type Calls = typeof CALLS;
export type CallName = keyof Calls;

type Typed<Schema, Key extends keyof CallSchema, Missing> =
  Schema extends Readonly<Record<Key, infer Part extends TSchema>> ? Static<Part> : Missing;

/** The parts of each call as types, computed on demand. */
type CallTypes = {
  readonly [Name in CallName]: {
    params: Typed<Calls[Name], 'params', undefined>;
    query: Typed<Calls[Name], 'query', undefined>;
    body: Typed<Calls[Name], 'body', undefined>;
    payload: Typed<Calls[Name], 'payload', never>;
    additional: Typed<Calls[Name], 'additional', null>;
  };
};

export type CallParams<Name extends CallName> = CallTypes[Name]['params'];
export type CallQuery<Name extends CallName> = CallTypes[Name]['query'];
export type CallBody<Name extends CallName> = CallTypes[Name]['body'];
export type CallPayload<Name extends CallName> = CallTypes[Name]['payload'];
/** The type of the additional information; null if there is none. */
export type CallAdditional<Name extends CallName> = CallTypes[Name]['additional'];
export type CallSuccess<Name extends CallName> = Success<CallPayload<Name>, CallAdditional<Name>>;
