import { restoredStatus } from '@pimis/domain/access/user-status';
import { USER_STATUS } from '@pimis/domain/constants';
import { audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { Refused } from '../../../platform/process/refused.ts';
import { linksOf, removeLinks } from '../oidc/link-queries.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { makeLink } from '../sign-in/links.ts';
import { liftLocks, locksOf } from '../sign-in/locks.ts';
import { removePasskeys } from '../second-factor/passkey-queries.ts';
import { activeAdministrators, lockRights } from '../roles/rights.ts';
import { findSecondFactor, removeSecondFactor } from '../second-factor/second-factor-queries.ts';
import { lockUser } from './user-queries.ts';

/** The obstacles to the sign-in that were removed. */
export interface Unlocked {
  login: string;
  lock: boolean;
  secondFactor: boolean;
  /** Passkeys that were removed with the second step: the lost phone may have one. */
  passkeys: number;
  /** Providers with which the account is linked: `removed` if it was asked for, otherwise they stay. */
  links: { providers: string[]; removed: boolean };
  /** Whether the access was revoked or disabled. */
  access: boolean;
  /** Whether the activation link was sent, because the account has no password yet. */
  activation: boolean;
  /** Administrators who receive a mail. */
  notified: number;
}

const PARTS: readonly { of: (unlocked: Unlocked) => boolean; text: string }[] = [
  { of: ({ lock }) => lock, text: 'закључавање због неуспешних пријава' },
  { of: ({ secondFactor }) => secondFactor, text: 'други корак пријаве' },
  { of: ({ passkeys }) => passkeys > 0, text: 'приступни кључеви' },
  { of: ({ links }) => links.removed && links.providers.length > 0, text: 'везе са налозима код других' },
  { of: ({ access }) => access, text: 'укидање приступа' },
  { of: ({ activation }) => activation, text: 'послата је нова порука за активацију' },
];

/**
 * Unlocks an account from the server: removes its lock and second step, and restores revoked or disabled access; links
 * with providers stay unless `unlink` is set, because a provider may be the only way to sign in that is left. It is
 * meant for an administrator whom nobody else can help; people who run commands on the server have access to the
 * database anyway. The password does not change and can be reset by mail. All administrators get a mail. Errors:
 * Refused.
 */
export async function unlockAccount(context: Context, login: string, unlink = false): Promise<Unlocked> {
  return context.db.transaction().execute(async (tx) => {
    await lockRights(tx);
    const found = await lockUser(tx, login);
    if (!found) throw new Refused(`There is no account ${login}.`);
    if (found.erasedAt) {
      throw new Refused(
        `The contact data of ${found.login} has been removed, so nobody can enter it. Open another account.`,
      );
    }
    const status = isTaken(found.status) ? restoredStatus(found) : found.status;
    const { activeSince } = await findSecondFactor(tx, found.id);
    const secondFactor = activeSince !== null;
    const now = context.now();
    const locks = (await locksOf(tx, found, now)).map(({ reason }) => reason);
    await liftLocks(tx, found);
    await removeSecondFactor(tx, found.id);
    const providers = await linkedProviders(context, tx, found.id);
    if (unlink) await removeLinks(tx, found.id);
    const unlocked = {
      login: found.login,
      lock: locks.length > 0,
      secondFactor,
      passkeys: await removePasskeys(tx, found.id),
      links: { providers, removed: unlink },
      access: status !== found.status,
      activation: status === USER_STATUS.inactive,
      notified: 0,
    };
    if (!PARTS.some(({ of }) => of(unlocked))) return unlocked;
    await tx
      .updateTable('users')
      .set({ status, modified_at: now, modified_by: null })
      .where('id', '=', found.id)
      .execute();
    await endOldAccess(tx, found.id, 'unlocked on the server', now);
    if (unlocked.activation) await makeLink(context, tx, found.id, 'activation');
    await audit(
      tx,
      { user: null },
      {
        operation: 'user.unlock',
        subjectType: 'user',
        subjectId: found.id,
        organizationId: found.organizationId,
        detail: {
          before: { status: found.status, secondFactor, passkeys: unlocked.passkeys, locks, providers },
          after: { status, secondFactor: false, passkeys: 0, locks: [], providers: unlink ? [] : providers },
        },
      },
    );
    return { ...unlocked, notified: await notifyAdministrators(tx, unlocked) };
  });
}

/** The ids of the user's providers; for a provider no longer in the settings its issuer. */
async function linkedProviders({ config }: Context, tx: Tx, userId: number): Promise<string[]> {
  const links = await linksOf(tx, userId);
  return links.map(({ issuer }) => config.oidcProviders.find((one) => one.issuer === issuer)?.id ?? issuer);
}

const isTaken = (status: number) => status === USER_STATUS.revoked || status === USER_STATUS.disabled;

/** Sends a mail to every administrator, including the opened account; returns how many. */
async function notifyAdministrators(tx: Tx, unlocked: Unlocked): Promise<number> {
  const administrators = await activeAdministrators(tx);
  const lifted = PARTS.filter(({ of }) => of(unlocked)).map(({ text }) => text);
  const mails = administrators.map(({ email }) =>
    composeMail({
      to: email,
      subject: 'ПИМИС: налог је отворен на серверу',
      paragraphs: [
        `На серверу је наредбом отворен налог ${unlocked.login}. Уклоњено: ${lifted.join(', ')}.`,
        'Ако то није договорено, неко други управља сервером: одмах јавите онима који га одржавају.',
      ],
    }),
  );
  await addJobs(tx, 'sendMail', mails);
  return mails.length;
}
