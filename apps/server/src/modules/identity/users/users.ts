import type { User } from '@pimis/contract/identity';
import type { Lock, NewUser, UserAction, UserDetails, UserUpdate } from '@pimis/contract/users';
import { can, type Permission } from '@pimis/domain/access/policies';
import { mayAssignRole } from '@pimis/domain/access/giving-rights';
import { removalRefusal, restoreRefusal, revokeRefusal } from '@pimis/domain/access/user-status';
import { USER_STATUS, USER_TAGS } from '@pimis/domain/constants';
import { isReservedLogin, loginStem, nextFreeLogin } from '@pimis/domain/text/login';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { receivedPhone } from '../../../platform/http/received-phone.ts';
import { isWhole, requireUnchanged } from '../../../platform/http/unchanged-fields.ts';
import { notifyOldAddress } from './email-change.ts';
import { removeLinks } from '../oidc/link-queries.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { makeLink } from '../sign-in/links.ts';
import { locksOf } from '../sign-in/locks.ts';
import { changeRights } from '../roles/rights.ts';
import {
  countedUsers,
  findAssignable,
  findMore,
  findUser,
  insertUser,
  isDirectoryLoginTaken,
  isRegistered,
  lockUser,
  loginsLike,
} from './user-queries.ts';

/** A user whom the caller may see; NotFound otherwise. */
async function visibleUser(db: Database, user: CurrentUser, login: string): Promise<User> {
  const found = await findUser(db, login);
  if (!found || !can(user, 'user.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  return found;
}

/**
 * Only callers who may give a user's role may change that user: otherwise changing a minister's address would give
 * access to the minister's account.
 */
export async function mayHandle(
  db: Database | Tx,
  user: CurrentUser,
  target: { roleId: number; organizationId: string },
): Promise<boolean> {
  const role = await findAssignable(db, target.roleId);
  return role !== null && mayAssignRole(user, role, target.organizationId);
}

/** Throws InvalidUserPermission if the caller lacks the permission for the user, or may not change the account. */
export async function requireHandling(
  db: Database | Tx,
  user: CurrentUser,
  permission: Permission,
  target: { id: number; roleId: number; organizationId: string },
): Promise<void> {
  const thing = { organizationId: target.organizationId, userId: target.id };
  if (!can(user, permission, thing) || !(await mayHandle(db, user, target))) {
    throw new ApiError('InvalidUserPermission');
  }
}

/** The actions of the caller on a user whom they may manage. */
function actionsOn(
  user: CurrentUser,
  found: User,
  more: { secondFactor: boolean; erasedAt: Date | null; locks: readonly Lock[] },
): UserAction[] {
  const thing = { organizationId: found.organizationId, userId: found.id };
  const manages = can(user, 'user.manage', thing);
  const changes = can(user, 'user.changeStatus', thing);
  const disabled = found.status === USER_STATUS.disabled;
  const restores = disabled ? can(user, 'user.restoreDisabled', thing) : changes;
  return [
    ...(manages && more.erasedAt === null ? (['edit'] as const) : []),
    ...(changes && !revokeRefusal(found.status) ? (['revoke'] as const) : []),
    ...(restores && !restoreRefusal(found.status) && more.erasedAt === null ? (['restore'] as const) : []),
    ...(manages && found.status === USER_STATUS.inactive ? (['sendActivation'] as const) : []),
    ...(more.secondFactor && can(user, 'user.resetSecondFactor', thing) ? (['resetSecondFactor'] as const) : []),
    ...(more.locks.length > 0 && can(user, 'user.unlock', thing) ? (['unlock'] as const) : []),
    ...(manages ? (['exportData'] as const) : []),
    ...(restores && !removalRefusal({ ...found, ...more }) ? (['removeData'] as const) : []),
  ];
}

export async function readUser(context: Context, user: CurrentUser, login: string): Promise<UserDetails> {
  const found = await visibleUser(context.db, user, login);
  const { modifiedAt, erasedAt, ...more } = await findMore(context.db, found.id);
  const handles = await mayHandle(context.db, user, found);
  const locks = await locksOf(context.db, found, context.now());
  return {
    ...found,
    ...more,
    locks,
    modifiedDate: modifiedAt?.toISOString() ?? null,
    dataRemoved: erasedAt !== null,
    beyondOwn: !handles,
    actions: handles ? actionsOn(user, found, { ...more, erasedAt, locks }) : [],
  };
}

/** The login that a new user of this name would get. */
export async function proposeLogin(db: Database | Tx, name: string): Promise<string> {
  const stem = loginStem(name);
  if (stem === null) throw invalidFields({ name: 'InvalidField' });
  return nextFreeLogin(stem, await loginsLike(db, stem));
}

function personOf(input: NewUser | UserUpdate) {
  const name = trimmed(input.name);
  const tags = [...new Set((input.tags ?? []).map((tag) => trimmed(tag)).filter((tag) => tag !== ''))];
  if (name === '') throw invalidFields({ name: 'EmptyField' });
  if (input.roleId === 0) throw invalidFields({ roleId: 'ClaimRequired' });
  if (tags.length > USER_TAGS) {
    throw new ApiError('ReachedUserTagsLimit', { fieldErrors: [{ field: 'tags', code: 'ReachedUserTagsLimit' }] });
  }
  return { name, email: input.email, tags };
}

async function requireAssignable(tx: Tx, user: CurrentUser, roleId: number, organizationId: string): Promise<void> {
  const role = await findAssignable(tx, roleId);
  if (!role) throw invalidFields({ roleId: 'InvalidField' });
  if (!mayAssignRole(user, role, organizationId)) {
    throw new ApiError('InvalidUserPermission', { fieldErrors: [{ field: 'roleId', code: 'InvalidUserPermission' }] });
  }
}

async function requireFreeDirectoryLogin(tx: Tx, loginAd: string | null, exceptId: number | null): Promise<void> {
  if (loginAd !== null && (await isDirectoryLoginTaken(tx, loginAd, exceptId))) {
    throw new ApiError('DuplicateUserLogin', { fieldErrors: [{ field: 'loginAd', code: 'DuplicateUserLogin' }] });
  }
}

/** Refuses another user in an organization that has reached its limit. */
export async function requireUserLimit(context: Context, tx: Tx, organizationId: string): Promise<void> {
  if ((await countedUsers(tx, organizationId)) >= context.config.usersPerOrganization) {
    throw new ApiError('TranUserLimit');
  }
}

export interface AddedUser {
  login: string | null;
  loginAd: string | null;
  name: string;
  email: string;
  phoneNumber: string | null;
  organizationId: string;
  roleId: number;
  tags: string[];
  notifyUser: boolean;
}

/**
 * Adds an inactive user and queues the activation mail in the caller's transaction. The caller has checked the right.
 * Errors: TranUserLimit, DuplicateUserLogin.
 */
export async function addUser(context: Context, tx: Tx, input: AddedUser, origin: AuditOrigin): Promise<string> {
  await requireUserLimit(context, tx, input.organizationId);
  await requireFreeDirectoryLogin(tx, input.loginAd, null);
  const values = {
    login_ad: input.loginAd,
    name: input.name,
    email: input.email,
    phone_number: input.phoneNumber,
    organization_id: input.organizationId,
    role_id: input.roleId,
    tags: input.tags,
    modified_by: origin.user?.id ?? null,
  };
  let login = input.login ?? (await proposeLogin(tx, input.name));
  let id = isReservedLogin(login) ? null : await insertUser(tx, { ...values, login }, context.now());
  // Another user took the login meanwhile; the next one is free.
  while (id === null && input.login === null) {
    login = await proposeLogin(tx, input.name);
    id = await insertUser(tx, { ...values, login }, context.now());
  }
  if (id === null) {
    throw new ApiError('DuplicateUserLogin', { fieldErrors: [{ field: 'login', code: 'DuplicateUserLogin' }] });
  }
  await audit(tx, origin, {
    operation: 'user.create',
    subjectType: 'user',
    subjectId: id,
    organizationId: input.organizationId,
    detail: { before: null, after: { ...input, login } },
  });
  if (input.notifyUser) await makeLink(context, tx, id, 'activation');
  return login;
}

/** Creates users independently of each other, in the caller's organization unless another is named. */
export async function createUser(
  context: Context,
  user: CurrentUser,
  input: NewUser,
  origin: AuditOrigin,
): Promise<User> {
  const person = personOf(input);
  return changeRights(context, user, async (tx, caller) => {
    const organizationId = input.organizationId ?? caller.organizationId;
    if (!can(caller, 'user.manage', { organizationId })) throw new ApiError('InvalidUserPermission');
    if (!(await isRegistered(tx, organizationId))) throw invalidFields({ organizationId: 'InvalidField' });
    await requireAssignable(tx, caller, input.roleId, organizationId);
    const login = await addUser(
      context,
      tx,
      {
        ...person,
        login: input.login ?? null,
        loginAd: input.loginAd ?? null,
        phoneNumber: input.phoneNumber ? receivedPhone(input.phoneNumber, 'phoneNumber') : null,
        organizationId,
        roleId: input.roleId,
        notifyUser: input.notifyUser ?? true,
      },
      origin,
    );
    const created = await findUser(tx, login);
    if (!created) throw new Error(`The new user ${login} is gone`);
    return created;
  });
}

/** Locks a user's row for a change and makes the checks that all changes by others need. */
export async function lockForChange(tx: Tx, user: CurrentUser, login: string) {
  const found = await lockUser(tx, login);
  if (!found || !can(user, 'user.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  return found;
}

/** Fields that `updateUser` changes or compares itself. */
const CHANGED = ['login', 'name', 'email', 'phoneNumber', 'loginAd', 'roleId', 'tags', 'modifiedDate'];

/**
 * A phone number that is missing in the call or unchanged is kept without a check: it may be older than the present
 * rules.
 */
function nextPhone(given: string | null | undefined, stored: string | null): string | null {
  if (given === undefined || given === stored) return stored;
  return given === null ? null : receivedPhone(given, 'phoneNumber');
}

/** Changes data and role of a user. Missing fields stay. */
export async function updateUser(context: Context, user: CurrentUser, input: UserUpdate, origin: AuditOrigin) {
  const person = personOf(input);
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, input.login);
    const { organizationId } = found;
    await requireHandling(tx, caller, 'user.manage', found);
    if (found.erasedAt !== null) throw new ApiError('UserDataRemoved');
    if (input.modifiedDate !== undefined && input.modifiedDate !== (found.modifiedAt?.toISOString() ?? null)) {
      throw new ApiError('RecordConflict');
    }
    if (isWhole(input, CHANGED)) {
      requireUnchanged(input, await readUser({ ...context, db: tx }, caller, found.login), CHANGED);
    }
    if (input.roleId !== found.roleId) {
      // Nobody changes their own rights.
      if (found.id === caller.id) throw new ApiError('InvalidUserPermission');
      await requireAssignable(tx, caller, input.roleId, organizationId);
    }
    const next = {
      name: person.name,
      email: person.email,
      phoneNumber: nextPhone(input.phoneNumber, found.phoneNumber),
      loginAd: input.loginAd === undefined ? found.loginAd : input.loginAd,
      roleId: input.roleId,
      tags: input.tags === undefined ? found.tags : person.tags,
    };
    const changed = (['email', 'loginAd'] as const).filter((field) => next[field] !== found[field]);
    // These fields are ways to sign in: a stolen session could keep the account.
    if (found.id === caller.id && changed.length > 0) {
      throw new ApiError('OwnSignInData', { fieldErrors: changed.map((field) => ({ field, code: 'OwnSignInData' })) });
    }
    await requireFreeDirectoryLogin(tx, next.loginAd, found.id);
    await tx
      .updateTable('users')
      .set({
        name: next.name,
        email: next.email,
        phone_number: next.phoneNumber,
        login_ad: next.loginAd,
        ...(next.loginAd === found.loginAd ? {} : { directory_gone_on: null }),
        role_id: next.roleId,
        tags: next.tags,
        modified_by: caller.id,
        modified_at: context.now(),
        modified_comments: null,
      })
      .where('id', '=', found.id)
      .execute();
    if (changed.length > 0) {
      await endOldAccess(tx, found.id, 'sign-in data changed', context.now());
      // A provider's account may have been linked because of the wrong data.
      await removeLinks(tx, found.id);
    }
    if (next.email !== found.email) await notifyOldAddress(tx, found);
    const { name, email, phoneNumber, loginAd, roleId, tags } = found;
    await audit(tx, origin, {
      operation: 'user.update',
      subjectType: 'user',
      subjectId: found.id,
      organizationId,
      detail: { before: { name, email, phoneNumber, loginAd, roleId, tags }, after: next },
    });
    return {
      login: found.login,
      name: next.name,
      email: next.email,
      phoneNumber: next.phoneNumber,
      loginAd: next.loginAd,
    };
  });
}
