import type { StatusName } from '@pimis/contract/errors';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { auditCounted } from '../../../platform/audit/counted-audit.ts';
import { ApiError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/networks.ts';

/** The reason of a refusal in the audit log. */
const REASONS: Partial<Record<StatusName, string>> = {
  InvalidUserPassword: 'password',
  InvalidSecondFactor: 'code',
  InvalidPasskey: 'passkey',
  InvalidSecondStep: 'expired',
  ReachedFailedLoginAttemptCount: 'locked',
  SignInSlowed: 'slowed',
  InactiveUser: 'inactive',
  RevokedUser: 'revoked',
  DisabledUser: 'disabled',
  BlockedUserLocation: 'location',
  ProviderSignInFailed: 'provider',
  ProviderAccountUnknown: 'account',
  ProviderAccountTaken: 'taken',
};
/** Failures that slow down or lock their author (login-attempt-limit.ts) get a row each. All others are counted. */
const SLOWED_BY_THEMSELVES: ReadonlySet<string> = new Set(['password', 'code']);

export interface SignInTry {
  origin: AuditOrigin;
  login: string;
  /** The kind of the attempt, if not by password. */
  by?: 'second' | 'passkey' | 'oidc';
}

/** Runs a sign-in; records a refusal in the audit log. */
export async function auditRefusal<Done>(context: Context, tried: SignInTry, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof ApiError ? REASONS[error.status] : undefined;
    if (reason !== undefined) await keepRefusal(context, tried, reason);
    throw error;
  }
}

async function keepRefusal(context: Context, { origin, login, by }: SignInTry, reason: string): Promise<void> {
  const entry = {
    operation: 'session.refused',
    subjectType: 'login',
    subjectId: login,
    detail: { reason, ...(by ? { by } : {}) },
  } as const;
  if (SLOWED_BY_THEMSELVES.has(reason)) return audit(context.db, origin, entry);
  const place = networkOf(origin.address ?? '');
  // A slowed caller may try many names, so all of them share one count.
  const key = `sign-in:${reason}:${place}${reason === 'slowed' ? '' : `:${login}`}`;
  await auditCounted(context, key, 1, origin, entry);
}
