/** What the mails of single-use links say, and how long the links are good. */

export type LinkKind = 'activation' | 'reset' | 'location';

/** Whom the mail is for. */
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

const account = ({ login }: Recipient) => `Корисничко име: ${login}`;

export const LINK_MAILS: Readonly<Record<LinkKind, LinkMail>> = {
  activation: {
    hours: 72,
    path: '/activation',
    subject: 'ПИМИС: активација налога',
    paragraphs: (to) => [
      'Налог вам је отворен. Пријављујете се пошто поставите лозинку. Веза важи 72 сата, једном.',
      `${account(to)}\nОрган: ${to.organization}`,
    ],
    label: 'Постави лозинку',
  },
  reset: {
    hours: 1,
    path: '/reset-password',
    subject: 'ПИМИС: промена лозинке',
    paragraphs: (to) => [
      'Затражена је промена ваше лозинке. Веза важи један сат, једном.',
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
      'Неко се пријавио вашом лозинком са нове локације. Ако сте то ви, потврдите је. Веза важи један сат, једном.',
      account(to),
      'Ако нисте, одмах промените лозинку.',
    ],
    label: 'Потврди локацију',
  },
};
