import type { StatusName } from '@pimis/contract/errors';
import { type AuditOrigin, audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/networks.ts';
import { countHit } from '../../../platform/rate-limits.ts';

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
};
/** Refused before any check, as often as somebody calls: the log gets one row per minute. */
const CHEAP: ReadonlySet<string> = new Set(['locked', 'slowed', 'expired']);
const MINUTE_SECONDS = 60;

export interface SignInTry {
  origin: AuditOrigin;
  login: string;
  /** What was tried, if not the password. */
  by?: 'second' | 'passkey';
}

/** Runs a sign-in; a refusal writes an audit row. */
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
  if (CHEAP.has(reason)) {
    const place = networkOf(origin.address ?? '');
    // A slowed caller tries many names: they share one row.
    const key = `refused:${reason}:${place}${reason === 'slowed' ? '' : `:${login}`}`;
    if ((await countHit(context.db, key, MINUTE_SECONDS, context.now())) > 1) return;
  }
  await audit(context.db, origin, {
    operation: 'session.refused',
    subjectType: 'login',
    subjectId: login,
    detail: { reason, ...(by ? { by } : {}) },
  });
}
