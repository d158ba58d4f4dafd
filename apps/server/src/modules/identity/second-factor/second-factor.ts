import { randomBytes } from 'node:crypto';
import {
  readSecondCode,
  RECOVERY_CODES,
  recoveryCodeOf,
  type SecondCode,
  secondStepAfter,
} from '@pimis/domain/access/second-factor';
import type { StatusName } from '@pimis/contract/errors';
import type { NewSecret, Proof, SecondFactor } from '@pimis/contract/security';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { clearHits } from '../../../platform/limits/rate-limits.ts';
import { hashToken } from '../../../platform/access/tokens.ts';
import { encryptSecret, decryptSecret, matchTotp } from './totp.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { limitAttempt, ownCodeKey } from '../sign-in/login-attempt-limit.ts';
import { holdOwnAccount, requireOwnPassword } from '../sign-in/own-password.ts';
import { lockAccount } from '../queries.ts';
import {
  findSecondFactor,
  lockSecondFactor,
  putPending,
  removeSecondFactor,
  replaceRecoveryCodes,
  takePending,
  takeRecoveryCode,
  takeStep,
} from './second-factor-queries.ts';

/** An unconfirmed secret expires after this time. */
const SET_UP_MS = 15 * 60_000;
const RECOVERY_BYTES = 16;

const hashOf = (userId: number, code: string) => hashToken(`${userId}:${code.replaceAll('-', '')}`);

async function giveRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(RECOVERY_BYTES)));
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  );
  return codes;
}

/** Checks and uses up a code, in the transaction of the change that needs it; null if the code is wrong. */
export async function useCode(
  context: Context,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<SecondCode['kind'] | null> {
  const read = readSecondCode(typed);
  const row = await lockSecondFactor(tx, userId);
  if (!read || !row?.secret) return null;
  const now = context.now();
  if (read.kind === 'recovery') {
    return (await takeRecoveryCode(tx, userId, hashOf(userId, read.code), now)) ? 'recovery' : null;
  }
  const step = matchTotp(tokenSecretsOf(context.config), row.secret, read.code, now);
  if (step === null || step <= row.last_step) return null;
  await takeStep(tx, userId, step);
  return 'app';
}

/** Makes a secret that waits for its first code. */
export async function beginSetUp(
  context: Context,
  db: Database | Tx,
  user: { id: number; login: string },
): Promise<NewSecret> {
  const sealed = encryptSecret(context.config.tokenSecret);
  await putPending(db, user.id, sealed, context.now());
  return decryptSecret(tokenSecretsOf(context.config), sealed, user.login);
}

/**
 * Activates a new secret by its first code; returns the recovery codes, or null if the code is wrong. Error: `over`.
 */
export async function finishSetUp(
  context: Context,
  tx: Tx,
  user: { id: number; login: string; sessionId?: string },
  typed: string,
  { origin, over }: { origin: AuditOrigin; over: StatusName },
): Promise<string[] | null> {
  const now = context.now();
  await lockAccount(tx, user.id);
  const row = await lockSecondFactor(tx, user.id);
  if (!row?.pending || !row.pending_at || row.pending_at.getTime() < now.getTime() - SET_UP_MS) {
    throw new ApiError(over);
  }
  const read = readSecondCode(typed);
  const step = read?.kind === 'app' ? matchTotp(tokenSecretsOf(context.config), row.pending, read.code, now) : null;
  if (step === null) return null;
  await takePending(tx, user.id, step, now);
  await endOldAccess(tx, user.id, 'second factor changed', now, user.sessionId);
  await audit(
    tx,
    { ...origin, user },
    {
      operation: 'user.secondFactorOn',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { secondFactor: row.secret !== null }, after: { secondFactor: true } },
    },
  );
  await mailAccessChange(tx, user.id, { kind: 'secondFactorOn' }, now);
  return giveRecoveryCodes(tx, user.id);
}

export async function readSecondFactor(context: Context, user: CurrentUser): Promise<SecondFactor> {
  const { activeSince, ...rest } = await findSecondFactor(context.db, user.id);
  return { ...rest, activeSince: activeSince?.toISOString() ?? null };
}

/** The step that follows the user's password. */
export async function secondStepOf(context: Context, userId: number) {
  const { activeSince, required } = await findSecondFactor(context.db, userId);
  return secondStepAfter({ active: activeSince !== null, required });
}

/**
 * Runs work after a new proof of identity: the password and, if the second factor is on, a code. Somebody who only took
 * over a session cannot do this.
 */
export async function proved<Result>(
  context: Context,
  user: CurrentUser,
  { password, code }: Proof,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await requireOwnPassword(context, user, password);
  const { activeSince } = await findSecondFactor(context.db, user.id);
  if (activeSince === null) {
    return context.db.transaction().execute(async (tx) => {
      await holdOwnAccount(tx, user);
      // It was switched on meanwhile.
      if ((await findSecondFactor(tx, user.id)).activeSince !== null) throw invalidFields({ code: 'EmptyField' });
      return work(tx);
    });
  }
  if (code === undefined) throw invalidFields({ code: 'EmptyField' });
  const account = ownCodeKey(user.id);
  const done = await limitAttempt(context, { account }, () =>
    context.db.transaction().execute(async (tx) => {
      await holdOwnAccount(tx, user);
      return (await useCode(context, tx, user.id, code)) ? { result: await work(tx) } : undefined;
    }),
  );
  if (!done) throw invalidFields({ code: 'InvalidSecondFactor' });
  await clearHits(context.db, [account]);
  return done.result;
}

/**
 * Shows a new secret after a new proof of identity; the present one stays active until the first code of the new one.
 */
export function setUpSecondFactor(context: Context, user: CurrentUser, proof: Proof) {
  return proved(context, user, proof, (tx) => beginSetUp(context, tx, user));
}

export async function confirmSecondFactor(
  context: Context,
  user: CurrentUser,
  code: string,
  origin: AuditOrigin,
): Promise<string[]> {
  const codes = await limitAttempt(context, { account: ownCodeKey(user.id) }, async () => {
    const given = await context.db.transaction().execute(async (tx) => {
      await holdOwnAccount(tx, user);
      return finishSetUp(context, tx, user, code, { origin, over: 'SecondFactorSetUpOver' });
    });
    return given ?? undefined;
  });
  if (!codes) throw invalidFields({ code: 'InvalidSecondFactor' });
  return codes;
}

async function requireActive(tx: Tx, userId: number) {
  const found = await findSecondFactor(tx, userId);
  if (found.activeSince === null) throw new ApiError('SecondFactorInactive');
  return found;
}

/** Makes new recovery codes and ends the old ones. */
export function renewRecoveryCodes(context: Context, user: CurrentUser, proof: Proof, origin: AuditOrigin) {
  return proved(context, user, proof, async (tx) => {
    const { recoveryCodesLeft } = await requireActive(tx, user.id);
    const codes = await giveRecoveryCodes(tx, user.id);
    await endOldAccess(tx, user.id, 'second factor changed', context.now(), user.sessionId);
    await audit(tx, origin, {
      operation: 'user.recoveryCodes',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { recoveryCodes: recoveryCodesLeft }, after: { recoveryCodes: codes.length } },
    });
    await mailAccessChange(tx, user.id, { kind: 'recoveryCodes' }, context.now());
    return codes;
  });
}

/** Switches the second factor off, unless the role requires it. */
export async function switchSecondFactorOff(
  context: Context,
  user: CurrentUser,
  proof: Proof,
  origin: AuditOrigin,
): Promise<void> {
  await proved(context, user, proof, async (tx) => {
    const { required } = await requireActive(tx, user.id);
    if (required) throw new ApiError('SecondFactorRequiredByRole');
    await removeSecondFactor(tx, user.id);
    await endOldAccess(tx, user.id, 'second factor changed', context.now(), user.sessionId);
    await audit(tx, origin, {
      operation: 'user.secondFactorOff',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { secondFactor: true }, after: { secondFactor: false } },
    });
    await mailAccessChange(tx, user.id, { kind: 'secondFactorOff' }, context.now());
  });
}
