import type { Static } from 'typebox';
import type { PasswordUpdateSchema, Profile, ProfileUpdateSchema } from '@pimis/contract/identity';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import type { OwnPolicy } from '../../../platform/http/http.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { holdOwnAccount, requireOwnPassword } from '../sign-in/own-password.ts';
import { hashPassword, profilePasswordProblems } from '../sign-in/passwords.ts';
import { askForEmail, pendingEmail } from './email-change.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { findUser } from './user-queries.ts';

function ownOnly(user: CurrentUser, login: string): void {
  if (login.trim().toLowerCase() !== user.login.toLowerCase()) throw new ApiError('InvalidUserPermission');
}

/** Admits only callers whose login is that of the address. */
export const OWN_PROFILE: OwnPolicy = { admit: (user, params) => ownOnly(user, params.login ?? '') };

/** The user's own profile; only its owner reads and changes it. */
export async function readProfile(context: Context, user: CurrentUser, login: string): Promise<Profile> {
  ownOnly(user, login);
  const found = await findUser(context.db, login);
  if (!found) throw new ApiError('NotFound');
  return { ...found, pendingEmail: await pendingEmail(context.db, found.id, context.now()) };
}

/** Changes the user's own name and requests another e-mail address, which must be confirmed. */
export async function updateProfile(
  context: Context,
  user: CurrentUser,
  login: string,
  input: Static<typeof ProfileUpdateSchema>,
  origin: AuditOrigin,
): Promise<{ name: string; email: string; pendingEmail: string | null }> {
  ownOnly(user, login);
  ownOnly(user, input.login);
  const name = trimmed(input.name);
  if (name === '') throw invalidFields({ name: 'EmptyField' });
  const { email, password, code } = input;
  const present = await readProfile(context, user, login);
  const rename = (tx: Tx) => setName(context, tx, user, name, origin);
  if (email === present.email) {
    await context.db.transaction().execute(async (tx) => {
      await holdOwnAccount(tx, user);
      await rename(tx);
    });
    return { name, email, pendingEmail: present.pendingEmail };
  }
  if (password === undefined) throw invalidFields({ password: 'EmptyField' });
  await askForEmail(context, user, email, { password, ...(code === undefined ? {} : { code }) }, origin, rename);
  return { name, email: present.email, pendingEmail: email };
}

/** The account is held already. */
async function setName(context: Context, tx: Tx, user: CurrentUser, name: string, origin: AuditOrigin): Promise<void> {
  const before = await tx.selectFrom('users').select('name').where('id', '=', user.id).executeTakeFirstOrThrow();
  if (before.name === name) return;
  await tx
    .updateTable('users')
    .set({ name, modified_at: context.now(), modified_by: user.id })
    .where('id', '=', user.id)
    .execute();
  await audit(tx, origin, {
    operation: 'user.profile',
    subjectType: 'user',
    subjectId: user.id,
    detail: { before, after: { name } },
  });
}

/** Changes the password; all other sessions of the user end. */
export async function changePassword(
  context: Context,
  user: CurrentUser,
  login: string,
  input: Static<typeof PasswordUpdateSchema>,
  origin: AuditOrigin,
): Promise<void> {
  ownOnly(user, login);
  ownOnly(user, input.login);
  const problems = profilePasswordProblems(input.newPassword);
  if (problems.length > 0) {
    throw new ApiError('ValidationError', { fieldErrors: problems.map((code) => ({ field: 'newPassword', code })) });
  }
  await requireOwnPassword(context, user, input.password);
  const passwordHash = await hashPassword(input.newPassword);
  await context.db.transaction().execute(async (tx) => {
    await holdOwnAccount(tx, user);
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, modified_at: context.now() })
      .where('id', '=', user.id)
      .execute();
    await endOldAccess(tx, user.id, 'password changed', context.now(), user.sessionId);
    await audit(tx, origin, { operation: 'user.password', subjectType: 'user', subjectId: user.id });
    await mailAccessChange(tx, user.id, { kind: 'password' }, context.now());
  });
}
