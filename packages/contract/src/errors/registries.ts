import type { Answers } from './answers.ts';

/** Answers about registries and their imports: 6000 to 6999. */
export const REGISTRIES = {
  DuplicateRegistryRow: {
    code: 6001,
    http: 409,
    sr: 'Ред регистра већ постоји.',
    en: 'The registry row already exists.',
  },
  DuplicateRegistryOrganization: {
    code: 6002,
    http: 409,
    sr: 'Орган се понавља.',
    en: 'The organization is repeated.',
  },
  DuplicateRegistryTreasuryBranch: {
    code: 6003,
    http: 409,
    sr: 'Филијала трезора се понавља.',
    en: 'The treasury branch is repeated.',
  },
  DuplicateRegistryAppropriation: {
    code: 6004,
    http: 409,
    sr: 'Апропријација се понавља.',
    en: 'The appropriation is repeated.',
  },
  EmptyImportPayload: { code: 6005, http: 422, sr: 'Увоз не садржи редове.', en: 'The import contains no rows.' },
  InvalidRegistryImport: {
    code: 6006,
    http: 422,
    sr: 'Увоз садржи грешке. Ништа није уписано.',
    en: 'The import contains errors. Nothing was written.',
  },
  InvalidImportFormat: {
    code: 6007,
    http: 422,
    sr: 'Датотека није исправна табела (CSV или XLSX).',
    en: 'The file is neither a valid CSV nor a valid XLSX.',
  },
  ReachedImportRowsLimit: {
    code: 6008,
    http: 413,
    sr: 'Увоз има превише редова.',
    en: 'The import has too many rows.',
  },
  RegistryRowUsed: {
    code: 6009,
    http: 409,
    sr: 'Ред је употребљен и не може се повући.',
    en: 'The row has been used and cannot be withdrawn.',
  },
  RegistryRowEnded: {
    code: 6010,
    http: 409,
    sr: 'Важење реда је већ окончано.',
    en: 'The row has already ended.',
  },
  RegistryImportRunning: {
    code: 6021,
    http: 409,
    sr: 'У овај регистар се управо увози. Покушајте поново касније.',
    en: 'An import is being written into this registry. Try again later.',
  },
  DatePassed: { code: 6011, http: 422, sr: 'Датум је прошао.', en: 'The date has passed.' },
  MandatoryFieldNotSet: {
    code: 6012,
    http: 422,
    sr: 'Обавезан податак није унет.',
    en: 'A mandatory field is not set.',
  },
  UnknownColumn: { code: 6013, http: 422, sr: 'Непозната колона.', en: 'Unknown column.' },
  InvalidDataType: { code: 6014, http: 422, sr: 'Погрешна врста податка.', en: 'Invalid data type.' },
  InvalidFieldValue: {
    code: 6015,
    http: 422,
    sr: 'Вредност није дозвољена.',
    en: 'The value is not allowed.',
  },
  UnknownReference: {
    code: 6016,
    http: 422,
    sr: 'Шифра не постоји у регистру на који се позива.',
    en: 'The code does not exist in the registry it refers to.',
  },
  InvalidPeriod: {
    code: 6017,
    http: 422,
    sr: 'Крај важења је пре почетка.',
    en: 'The period ends before it begins.',
  },
  LeadingZerosLost: {
    code: 6019,
    http: 422,
    sr: 'Недостају водеће нуле.',
    en: 'Leading zeros missing.',
  },
  UnknownSheet: {
    code: 6020,
    http: 422,
    sr: 'Нема таквог листа.',
    en: 'No such sheet.',
  },
  RepeatedColumn: { code: 6018, http: 422, sr: 'Колона се понавља.', en: 'The column is repeated.' },
} as const satisfies Answers;
