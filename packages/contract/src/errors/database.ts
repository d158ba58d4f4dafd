import type { Answers } from './answers.ts';

/** Answers about changes that the database refuses: 9000 to 9999. */
export const DATABASE = {
  DbUniqueViolation: { code: 9001, http: 409, sr: 'Податак већ постоји.', en: 'The item already exists.' },
  DbError: {
    code: 9002,
    http: 500,
    sr: 'Подаци нису сачувани. Обратите се подршци.',
    en: 'The data has not been saved. Contact support.',
  },
  TranConflict: {
    code: 9003,
    http: 409,
    sr: 'Истовремена измена. Покушајте поново.',
    en: 'Concurrent change. Try again.',
  },
  RecordConflict: {
    code: 9004,
    http: 409,
    sr: 'Подаци су у међувремену измењени, па ваш унос није сачуван. Отворите их поново.',
    en: 'The data has been changed in the meantime, so your input has not been saved. Open it again.',
  },
  PreconditionFailed: {
    code: 9005,
    http: 412,
    sr: 'Подаци су измењени од када сте их прочитали, па измена није извршена. Прочитајте их поново.',
    en: 'The data has changed since you read it, so nothing was changed. Read it again.',
  },
  CursorExpired: {
    code: 9006,
    http: 422,
    sr: 'Ово место у списку измена више не постоји. Почните поново од времена.',
    en: 'This place in the list of changes no longer exists. Start again from a time.',
  },
} as const satisfies Answers;
