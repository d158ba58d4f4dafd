import type { User } from '@pimis/contract/identity';
import { can } from '@pimis/domain/access/policies';
import { restoredStatus, restoreRefusal, revokedStatus, revokeRefusal } from '@pimis/domain/access/user-status';
import { USER_STATUS } from '@pimis/domain/constants';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { makeLink } from '../sign-in/links.ts';
import { changeRights } from '../roles/rights.ts';
import type { LockedUser } from './user-queries.ts';
import { lockForChange, mayHandle, requireHandling, requireUserLimit } from './users.ts';

interface Wanted {
  login: string;
  modifiedComments?: string;
}
type Changed = { login: string; status: User['status'] };

async function setStatus(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  found: LockedUser,
  change: { operation: 'user.revoke' | 'user.restore'; status: number; comment: string },
  origin: AuditOrigin,
): Promise<Changed> {
  const now = context.now();
  await tx
    .updateTable('users')
    .set({
      status: change.status,
      modified_by: user.id,
      modified_at: now,
      modified_comments: change.comment === '' ? null : change.comment,
    })
    .where('id', '=', found.id)
    .execute();
  await audit(tx, origin, {
    operation: change.operation,
    subjectType: 'user',
    subjectId: found.id,
    organizationId: found.organizationId,
    detail: { before: { status: found.status }, after: { status: change.status }, comment: change.comment },
  });
  // The table allows only these values.
  return { login: found.login, status: change.status as User['status'] };
}

async function lockForStatus(tx: Tx, user: CurrentUser, login: string): Promise<LockedUser> {
  const found = await lockForChange(tx, user, login);
  if (found.id === user.id) throw new ApiError('UpdateUserItselfStatus');
  await requireHandling(tx, user, 'user.changeStatus', found);
  return found;
}

/**
 * Revokes a user's access: sessions and links end. A comment gives the reason. Users of the administration organization
 * always disable, also if they ask to revoke (specification, "States and transitions").
 */
export async function revokeUser(
  context: Context,
  user: CurrentUser,
  { login, modifiedComments = '' }: Wanted,
  access: 'Revoked' | 'Disabled',
  origin: AuditOrigin,
): Promise<Changed> {
  const comment = trimmed(modifiedComments);
  if (comment === '') throw invalidFields({ modifiedComments: 'EmptyField' });
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockForStatus(tx, caller, login);
    const refusal = revokeRefusal(found.status);
    if (refusal) throw new ApiError(refusal);
    const status = revokedStatus(caller);
    if (access === 'Disabled' && status !== USER_STATUS.disabled) throw new ApiError('InvalidUserPermission');
    await endOldAccess(tx, found.id, 'access revoked', context.now());
    const change = { operation: 'user.revoke', status, comment } as const;
    return setStatus(context, tx, caller, found, change, origin);
  });
}

/**
 * Restores access. An account that was never activated becomes inactive again and gets the link. Only users with rights
 * across the system restore a disabled account.
 */
export async function restoreUser(
  context: Context,
  user: CurrentUser,
  { login, modifiedComments = '' }: Wanted,
  origin: AuditOrigin,
): Promise<Changed> {
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockForStatus(tx, caller, login);
    const refusal = restoreRefusal(found.status);
    if (refusal) throw new ApiError(refusal);
    if (found.erasedAt !== null) throw new ApiError('UserDataRemoved');
    const thing = { organizationId: found.organizationId, userId: found.id };
    if (found.status === USER_STATUS.disabled && !can(caller, 'user.restoreDisabled', thing)) {
      throw new ApiError('InvalidUserPermission');
    }
    await requireUserLimit(context, tx, found.organizationId);
    const change = {
      operation: 'user.restore',
      status: restoredStatus(found),
      comment: trimmed(modifiedComments),
    } as const;
    const changed = await setStatus(context, tx, caller, found, change, origin);
    if (change.status === USER_STATUS.inactive) await makeLink(context, tx, found.id, 'activation');
    return changed;
  });
}

/** Sends the activation mail again. False if the caller may not manage the user; then nothing is sent. */
export async function sendActivation(
  context: Context,
  user: CurrentUser,
  login: string,
  origin: AuditOrigin,
): Promise<boolean> {
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, login).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    if (!found || !can(caller, 'user.manage', { organizationId: found.organizationId })) return false;
    if (!(await mayHandle(tx, caller, found))) throw new ApiError('InvalidUserPermission');
    if (found.status === USER_STATUS.active) throw new ApiError('AlreadyActivatedUser');
    const refusal = revokeRefusal(found.status);
    if (refusal) throw new ApiError(refusal);
    await makeLink(context, tx, found.id, 'activation');
    await audit(tx, origin, {
      operation: 'user.sendActivation',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
    });
    return true;
  });
}
