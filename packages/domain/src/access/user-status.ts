import { ADMINISTRATION_ORGANIZATION, USER_STATUS } from '../constants.ts';

/** Why a change of a user's status is refused; names of the catalogue. */
export type StatusRefusal = 'InactiveUser' | 'RevokedUser' | 'DisabledUser' | 'AlreadyActivatedUser';

/** The status after revoking: disabled if the administration revokes (specification, "States and transitions"). */
export function revokedStatus(revokedBy: { organizationId: string }): number {
  return revokedBy.organizationId === ADMINISTRATION_ORGANIZATION ? USER_STATUS.disabled : USER_STATUS.revoked;
}

/** Active and inactive users may be revoked; null when this one may. */
export function revokeRefusal(status: number): StatusRefusal | null {
  if (status === USER_STATUS.revoked) return 'RevokedUser';
  return status === USER_STATUS.disabled ? 'DisabledUser' : null;
}

/** Only revoked and disabled users may be restored: inactive ones activate themselves. Null when this one may. */
export function restoreRefusal(status: number): StatusRefusal | null {
  if (status === USER_STATUS.active) return 'AlreadyActivatedUser';
  return status === USER_STATUS.inactive ? 'InactiveUser' : null;
}

/**
 * The status after restoring: active, if the user could ever sign in, by password, provider or directory. An account
 * that was never activated is inactive again.
 */
export function restoredStatus(user: {
  hasPassword: boolean;
  isLinked: boolean;
  loginAd: string | null;
  lastLoginAt: Date | null;
}): number {
  const entered = user.hasPassword || user.isLinked || (user.loginAd !== null && user.lastLoginAt !== null);
  return entered ? USER_STATUS.active : USER_STATUS.inactive;
}

/** Contact data of a revoked user can be removed once; null if they may be. */
export function removalRefusal(user: {
  status: number;
  erasedAt: Date | null;
}): 'UserStillActive' | 'UserDataRemoved' | null {
  if (user.erasedAt !== null) return 'UserDataRemoved';
  return revokeRefusal(user.status) === null ? 'UserStillActive' : null;
}

/** Users who may sign in, now or after activation, count for the organization's limit. */
export const COUNTED_STATUSES: readonly number[] = [USER_STATUS.active, USER_STATUS.inactive];
