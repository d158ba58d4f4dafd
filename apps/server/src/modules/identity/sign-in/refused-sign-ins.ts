import type { StatusName } from '@pimis/contract/errors';
import { type AuditOrigin, audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/networks.ts';
import { countHit } from '../../../platform/rate-limits.ts';

/** Why a sign-in was refused, as the audit log says it. */
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
/** Refused before anything is judged, as often as somebody asks: the log has one row a minute of them, not all. */
const CHEAP: ReadonlySet<string> = new Set(['locked', 'slowed', 'expired']);
const MINUTE_SECONDS = 60;

export interface SignInTry {
  origin: AuditOrigin;
  login: string;
  /** What was tried, where it is not the password. */
  by?: 'second' | 'passkey';
}

/** Runs a sign-in; one that is refused leaves its row in the audit log. */
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
    // Whoever is slowed tries many names: they are one.
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
