import type { Answers } from './answers.ts';

/** Answers about any call: 0 and 1000 to 1999. */
export const GENERAL = {
  Success: { code: 0, http: 200, sr: 'Успешно.', en: 'Success.' },
  ServiceError: {
    code: 1000,
    http: 500,
    sr: 'Дошло је до грешке у систему. Обратите се подршци.',
    en: 'There was an error in the system. Contact support.',
  },
  Unauthorized: { code: 1001, http: 401, sr: 'Пријава није важећа.', en: 'You are not signed in.' },
  Forbidden: {
    code: 1002,
    http: 403,
    sr: 'Немате потребна овлашћења.',
    en: 'You do not have the required privileges.',
  },
  NotFound: { code: 1003, http: 404, sr: 'Тражени податак не постоји.', en: 'The requested item does not exist.' },
  ValidationError: { code: 1004, http: 422, sr: 'Подаци нису исправни.', en: 'The data is not valid.' },
  BadRequest: { code: 1005, http: 400, sr: 'Обрада захтева није успела.', en: 'The request could not be processed.' },
  PayloadTooLarge: { code: 1006, http: 413, sr: 'Захтев је превелик.', en: 'The request is too large.' },
  RequestLimitReached: {
    code: 1007,
    http: 429,
    sr: 'Превише захтева. Покушајте поново касније.',
    en: 'Too many requests. Try again later.',
  },
  NotOneLine: {
    code: 1044,
    http: 422,
    sr: 'Текст садржи прелом реда или скривени знак који мења смер писања. Обришите га и откуцајте поново.',
    en: 'The text holds a line break or a hidden character that changes the direction of writing. Delete it and type it again.',
  },
  HiddenCharacter: {
    code: 1045,
    http: 422,
    sr: 'Адреса садржи знак који се не види. Обришите је и откуцајте поново.',
    en: 'The address contains a character that is not visible. Delete it and type it again.',
  },
  UnsupportedMediaType: {
    code: 1008,
    http: 415,
    sr: 'Врста садржаја није подржана.',
    en: 'The content type is not supported.',
  },
  PaperTooLarge: {
    code: 1043,
    http: 422,
    sr: 'Документ за штампу би имао више од 5.000 редова. Сузите избор или преузмите извештај као табелу. Табела „Сви пројекти“ обухвата све.',
    en: 'The paper would have more than 5,000 rows. Choose fewer projects, or download the report as a workbook. The workbook “All projects” holds all.',
  },
  InvalidExportFormat: {
    code: 1009,
    http: 422,
    sr: 'Формат извоза није подржан.',
    en: 'The export format is not supported.',
  },
  ServiceUnavailable: {
    code: 1010,
    http: 503,
    sr: 'Систем тренутно није доступан.',
    en: 'The system is not available at the moment.',
  },
  ReadOnly: {
    code: 1046,
    http: 503,
    sr: 'Систем се тренутно само чита, па измена није сачувана. Поновите је када се обавештење о томе уклони.',
    en: 'The system can only be read at the moment, so the change was not saved. Repeat it when the notice about this is gone.',
  },
  NoticeStartDatePassed: {
    code: 1040,
    http: 422,
    sr: 'Почетак саопштења не може бити у прошлости.',
    en: 'A notice cannot begin in the past.',
  },
  NoticeEndBeforeStart: {
    code: 1041,
    http: 422,
    sr: 'Крај саопштења је пре почетка.',
    en: 'The notice ends before it begins.',
  },
  NoticeTimeOrder: {
    code: 1042,
    http: 422,
    sr: 'Време завршетка мора бити после времена почетка.',
    en: 'The end time must be after the start time.',
  },
  ViewNameTaken: {
    code: 1050,
    http: 409,
    sr: 'Поглед са овим називом већ постоји.',
    en: 'A view with this name exists already.',
  },
  ReachedViewsLimit: {
    code: 1051,
    http: 409,
    sr: 'Погледа може бити највише 20 за једну табелу и 100 укупно. Обришите неки.',
    en: 'There can be at most 20 views of one table, and 100 in all. Delete one.',
  },
} as const satisfies Answers;
