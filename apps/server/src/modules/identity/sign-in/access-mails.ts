import { formatDay } from '@pimis/domain/dates/dates';
import { WORDS } from '@pimis/domain/text/words';
import { dayOf, timeOf } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { lockAccount } from '../queries.ts';

/** A change of the ways in which a user can sign in. */
export type AccessChange =
  | { kind: 'password' | 'secondFactorOn' | 'secondFactorOff' | 'recoveryCodes' }
  | { kind: 'passkeyAdded' | 'passkeyRemoved'; name: string }
  | { kind: 'linked' | 'unlinked'; provider: string };

interface Text {
  subject: string;
  sentence: string;
}

function textOf(change: AccessChange): Text {
  switch (change.kind) {
    case 'password':
      return { subject: 'лозинка је промењена', sentence: 'Лозинка вашег налога је промењена.' };
    case 'secondFactorOn':
      return {
        subject: 'други корак пријаве је укључен',
        sentence: 'На вашем налогу је укључен други корак пријаве. Ранији други корак, ако га је било, више не важи.',
      };
    case 'secondFactorOff':
      return {
        subject: 'други корак пријаве је искључен',
        sentence: 'На вашем налогу је искључен други корак пријаве: довољна је лозинка.',
      };
    case 'recoveryCodes':
      return {
        subject: 'направљени су нови резервни кодови',
        sentence: 'За ваш налог су направљени нови резервни кодови. Ранији више не важе.',
      };
    case 'passkeyAdded':
      return {
        subject: 'додат је приступни кључ',
        sentence: `Вашем налогу је додат приступни кључ „${change.name}“. Њиме се пријављује без лозинке.`,
      };
    case 'passkeyRemoved':
      return {
        subject: 'уклоњен је приступни кључ',
        sentence: `Са вашег налога је уклоњен приступни кључ „${change.name}“.`,
      };
    case 'linked':
      return {
        subject: 'налог је повезан',
        sentence: `Ваш налог је повезан са налогом код „${change.provider}“. Одсад се и тако на њега пријављује.`,
      };
    case 'unlinked':
      return {
        subject: 'веза налога је прекинута',
        sentence: `Ваш налог више није повезан са налогом код „${change.provider}“.`,
      };
  }
}

/**
 * Notifies a person by mail of a change of the ways in which they sign in. It cannot be switched off, because somebody
 * who has taken over an account would do so. There is no mail without an address.
 */
export async function mailAccessChange(tx: Tx, userId: number, change: AccessChange, now: Date): Promise<void> {
  const { email, login } = await lockAccount(tx, userId);
  if (!email) return;
  const { subject, sentence } = textOf(change);
  const mail = composeMail({
    to: email,
    subject: `ПИМИС: ${subject}`,
    paragraphs: [
      sentence,
      `${WORDS.userName.sr}: ${login}\nВреме: ${formatDay(dayOf(now))} у ${timeOf(now)}`,
      'Ако то нисте ви урадили, промените лозинку, прегледајте свој профил и одмах се јавите администратору свог органа.',
    ],
  });
  await addJob(tx, 'sendMail', mail);
}
