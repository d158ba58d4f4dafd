import type { Static, TSchema } from 'typebox';
import { DAILY_CALLS } from './daily.ts';
import { DASHBOARD_CALLS } from './dashboard.ts';
import { DOCUMENT_CALLS } from './documents.ts';
import type { CallSchema, Success } from './envelope.ts';
import { EXPORT_CALLS } from './exports.ts';
import { FORM_CALLS } from './forms.ts';
import { IDENTITY_CALLS } from './identity.ts';
import { INDICATOR_CALLS } from './indicators.ts';
import { LIST_CALLS } from './lists.ts';
import { OPTION_CALLS } from './options.ts';
import { PROJECT_CALLS } from './projects.ts';
import { REGISTRY_CALLS } from './registries.ts';

/**
 * Every call of the HTTP interface, by method and path below /api. The server registers its routes by these names and
 * the client calls by them, so that what goes in and out has one type on both sides.
 */
export const CALLS = {
  ...DASHBOARD_CALLS,
  ...IDENTITY_CALLS,
  ...REGISTRY_CALLS,
  ...PROJECT_CALLS,
  ...OPTION_CALLS,
  ...FORM_CALLS,
  ...DOCUMENT_CALLS,
  ...LIST_CALLS,
  ...INDICATOR_CALLS,
  ...EXPORT_CALLS,
  ...DAILY_CALLS,
} as const;

export type Calls = typeof CALLS;
export type CallName = keyof Calls;

type Part<Name extends CallName, Key extends keyof CallSchema, Missing> =
  Calls[Name] extends Readonly<Record<Key, infer Schema extends TSchema>> ? Static<Schema> : Missing;

export type CallParams<Name extends CallName> = Part<Name, 'params', undefined>;
export type CallQuery<Name extends CallName> = Part<Name, 'query', undefined>;
export type CallBody<Name extends CallName> = Part<Name, 'body', undefined>;
export type CallPayload<Name extends CallName> = Part<Name, 'payload', never>;
/** What stands beside the payload; null where nothing does. */
export type CallAdditional<Name extends CallName> = Part<Name, 'additional', null>;
export type CallSuccess<Name extends CallName> = Success<CallPayload<Name>, CallAdditional<Name>>;
