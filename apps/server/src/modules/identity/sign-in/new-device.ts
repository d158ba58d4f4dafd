import { formatDay } from '@pimis/domain/dates/dates';
import { describeUserAgent } from '@pimis/domain/text/user-agent';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, timeOf } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { countHitWithin, isFirstHit } from '../../../platform/limits/rate-limits.ts';
import { hashToken } from '../../../platform/access/tokens.ts';

/** A browser that loses its cookies causes at most one mail in this time. */
const REPEATED_AFTER_SECONDS = 30 * 86_400;
/**
 * More mails of an account in a day would flood its mailbox; the last one says so, and the profile lists all sign-ins.
 */
const DAY_SECONDS = 86_400;
const MAILS_PER_DAY = 5;

/**
 * Notifies a user by mail of a sign-in by a browser, or from a network, that is new for the account. It cannot be
 * switched off, because somebody who has taken over an account would do so. There is no mail after the first sign-in,
 * nor without an address.
 */
export async function notifyOfNewDevice(
  context: Context,
  tx: Tx,
  user: { id: number; login: string; email: string | null; lastLoginAt: Date | null },
  { address, agent, location }: { address: string; agent: string; location: string },
): Promise<void> {
  if (user.email === null || user.lastLoginAt === null) return;
  const now = context.now();
  const device = describeUserAgent(agent);
  const key = `newDevice:${user.id}:${hashToken(`${device} ${location}`)}`;
  if (!(await isFirstHit(tx, key, REPEATED_AFTER_SECONDS, now))) return;
  const mails = await countHitWithin(tx, `newDeviceMails:${user.id}`, DAY_SECONDS, now);
  if (mails > MAILS_PER_DAY) return;
  const mail = composeMail({
    to: user.email,
    subject: 'ПИМИС: пријава са новог уређаја',
    paragraphs: [
      'На ваш налог се неко пријавио са уређаја или из мреже одакле се раније нисте пријављивали.',
      [
        `${WORDS.userName.sr}: ${user.login}`,
        `Време: ${formatDay(dayOf(now))} у ${timeOf(now)}`,
        ...(device === '' ? [] : [`Уређај: ${device}`]),
        `Адреса: ${address}`,
      ].join('\n'),
      'Ако сте то ви, не треба ништа да радите. Ако нисте, промените лозинку и на свом профилу завршите остале пријаве.',
      ...(mails === MAILS_PER_DAY
        ? [
            'Ово је пета таква порука у једном дану: до сутра вам нећемо слати нове. Све пријаве видите на свом профилу.',
          ]
        : []),
    ],
  });
  await addJob(tx, 'sendMail', mail);
}
