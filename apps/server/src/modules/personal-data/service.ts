import { removalRefusal } from '@pimis/domain/access/user-status';
import { USER_STATUS } from '@pimis/domain/constants';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { accountData, eraseContacts } from '../identity/users/personal-data.ts';
import { changeRights } from '../identity/roles/rights.ts';
import { lockForChange, readUser, requireHandling } from '../identity/users/users.ts';
import { forgetNotifications, notificationData } from '../notifications/personal-data.ts';
import { personalDataOf } from './queries.ts';

/** All data of a user as one value; dates are ISO 8601. Secrets and hashes are not included. */
async function collected(context: Context, login: string) {
  const account = await accountData(context.db, login, context.now());
  if (!account) throw new ApiError('NotFound');
  const { id, ...rest } = account;
  return {
    madeAt: context.now(),
    ...rest,
    ...(await notificationData(context.db, id)),
    ...(await personalDataOf(context.db, id)),
  };
}

async function exported(context: Context, login: string, subjectId: number, origin: AuditOrigin): Promise<string> {
  const data = await collected(context, login);
  await audit(context.db, origin, { operation: 'export.personalData', subjectType: 'user', subjectId });
  return JSON.stringify(data, null, 2);
}

export const ownData = (context: Context, user: CurrentUser, origin: AuditOrigin) =>
  exported(context, user.login, user.id, origin);

/** The data of another user, for that user's manager. */
export async function dataOf(context: Context, user: CurrentUser, login: string, origin: AuditOrigin) {
  const found = await readUser(context, user, login);
  await requireHandling(context.db, user, 'user.manage', found);
  return exported(context, login, found.id, origin);
}

/**
 * Removes contact data and traces of sessions of a revoked user. Official acts keep the name, and the audit log stays.
 * Errors: UserStillActive, UserDataRemoved.
 */
export async function removeData(
  context: Context,
  user: CurrentUser,
  login: string,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, login);
    // A disabled account may be enabled again, which needs the data; only the administration decides about it.
    const permission = found.status === USER_STATUS.disabled ? 'user.restoreDisabled' : 'user.changeStatus';
    await requireHandling(tx, caller, permission, found);
    const refusal = removalRefusal(found);
    if (refusal) throw new ApiError(refusal);
    await eraseContacts(tx, context.config, found.id, context.now());
    await forgetNotifications(tx, found.id);
    await audit(tx, origin, {
      operation: 'user.removeData',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
      // Only the names of the fields: the values must be gone.
      detail: { before: { contacts: true }, after: { contacts: false } },
    });
  });
}
