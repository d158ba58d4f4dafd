import { WORDS } from '@pimis/domain/text/words';

/** Texts of mails with single-use links, and how long the links are valid. */

/** How many opened links of mails one network may have: few people open them at once. */
export const LINKS_LIMIT = { name: 'links', perMinute: 60 };

export type LinkKind = 'activation' | 'reset' | 'location' | 'email' | 'email_stop';

/** The recipient. */
interface Recipient {
  login: string;
  organization: string;
}

interface LinkMail {
  hours: number;
  path: string;
  subject: string;
  paragraphs: (to: Recipient) => string[];
  label: string;
}

const account = ({ login }: Recipient) => `${WORDS.userName.sr}: ${login}`;

export const LINK_MAILS: Readonly<Record<LinkKind, LinkMail>> = {
  activation: {
    hours: 72,
    path: '/activation',
    subject: 'ПИМИС: активација налога',
    paragraphs: (to) => [
      'Налог вам је отворен. Пријављујете се пошто поставите лозинку. Веза важи 72 сата и може се употребити само једном.',
      `${account(to)}\nОрган: ${to.organization}`,
    ],
    label: 'Постави лозинку',
  },
  reset: {
    hours: 1,
    path: '/reset-password',
    subject: 'ПИМИС: промена лозинке',
    paragraphs: (to) => [
      'Затражена је промена ваше лозинке. Веза важи један сат и може се употребити само једном.',
      account(to),
      'Ако промену нисте тражили, ову поруку занемарите: лозинка остаје иста.',
    ],
    label: 'Постави нову лозинку',
  },
  location: {
    hours: 1,
    path: '/login/location',
    subject: 'ПИМИС: пријава са нове локације',
    paragraphs: (to) => [
      'Неко је са нове локације покушао да се пријави вашом лозинком. На вези стоји одакле и када; ту потврђујете да сте то ви, или да нисте. Веза важи један сат и може се употребити само једном.',
      account(to),
      'Ако нисте, одмах промените лозинку.',
    ],
    label: 'Погледај пријаву',
  },
  email: {
    hours: 24,
    path: '/email-change',
    subject: 'ПИМИС: потврда нове адресе е-поште',
    paragraphs: (to) => [
      'Ова адреса је наведена као нова адреса налога у систему ПИМИС. Важи када је потврдите. Веза важи 24 сата и може се употребити само једном.',
      `${account(to)}\nОрган: ${to.organization}`,
      'Ако промену нисте тражили, ову поруку занемарите.',
    ],
    label: 'Потврди адресу',
  },
  email_stop: {
    hours: 24,
    path: '/email-change/stop',
    subject: 'ПИМИС: тражена је промена ваше адресе е-поште',
    paragraphs: (to) => [
      'Затражена је промена адресе е-поште вашег налога. Нова адреса важи када се потврди преко поруке која је послата на њу.',
      account(to),
      'Ако промену нисте тражили ви, неко зна вашу лозинку: зауставите промену и одмах промените лозинку.',
    ],
    label: 'Заустави промену',
  },
};
