import type { Answers } from './answers.ts';

/** Answers about organizations: 3000 to 3999. */
export const ORGANIZATIONS = {
  InvalidOrganizationPermission: {
    code: 3001,
    http: 403,
    sr: 'Немате овлашћење над овим органом.',
    en: 'You have no rights over this organization.',
  },
  ForbiddenOrganizationRegistration: {
    code: 3002,
    http: 403,
    sr: 'Регистрација органа је искључена.',
    en: 'Registration of organizations is switched off.',
  },
  AlreadySubmittedRegistration: {
    code: 3003,
    http: 409,
    sr: 'Захтев за регистрацију је већ поднет.',
    en: 'A registration request has already been submitted.',
  },
  InvalidRegistrationBudgetUserId: {
    code: 3004,
    http: 422,
    sr: 'Јединствени број корисника буџета није исправан.',
    en: 'The budget user id is not valid.',
  },
  InvalidRegistrationStatus: {
    code: 3005,
    http: 409,
    sr: 'Стање захтева то не допушта: о њему је већ одлучено или орган није регистрован.',
    en: 'The state of the request does not allow it: it has been decided, or the organization is not registered.',
  },
  TranOrganizationNameShortExists: {
    code: 3006,
    http: 409,
    sr: 'Скраћени назив већ постоји.',
    en: 'The short name already exists.',
  },
  ExceededSupportEmailsLimit: {
    code: 3007,
    http: 422,
    sr: 'Највише три адресе е-поште подршке.',
    en: 'At most three support e-mails.',
  },
  ExceededSupportPhoneNumbersLimit: {
    code: 3008,
    http: 422,
    sr: 'Највише три телефона подршке.',
    en: 'At most three support phones.',
  },
  RegistrationLimitExceeded: {
    code: 3009,
    http: 429,
    sr: 'Превише узастопних захтева. Сачекајте 10 секунди, па покушајте поново.',
    en: 'Too many requests in a row. Wait 10 seconds, then try again.',
  },
  InvalidRegistrationToken: {
    code: 3010,
    http: 404,
    sr: 'Нема захтева са овом ознаком.',
    en: 'There is no request with this token.',
  },
} as const satisfies Answers;
