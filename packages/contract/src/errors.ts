/**
 * The one catalogue of answers (specification, "The error catalogue"): number, stable name, HTTP status and both
 * texts. The server answers `status.code` and `status.name` from it; the client shows the text of the name.
 * Numbers: 1 general, 2 users, 3 organizations, 4 projects and forms, 5 documents, 6 registries, 8 operations, 9 database.
 */
export const CATALOGUE = {
  Success: { code: 0, http: 200, sr: 'Успешно.', en: 'Success.' },
  ServiceError: {
    code: 1000,
    http: 500,
    sr: 'Грешка у сервису. Обратите се подршци.',
    en: 'Service error. Contact support.',
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
  UnsupportedMediaType: {
    code: 1008,
    http: 415,
    sr: 'Врста садржаја није подржана.',
    en: 'The content type is not supported.',
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
    sr: 'Сервис тренутно није доступан.',
    en: 'The service is not available at the moment.',
  },
  OperationRunning: { code: 8006, http: 200, sr: 'Обрада је у току.', en: 'The operation is still running.' },
  UnOperationFailed: { code: 8007, http: 500, sr: 'Обрада није успела.', en: 'The operation failed.' },
  InvalidUserPassword: {
    code: 2001,
    http: 401,
    sr: 'Корисничко име или лозинка нису исправни.',
    en: 'The user name or password is wrong.',
  },
  InvalidUserAccess: {
    code: 2002,
    http: 401,
    sr: 'Корисничко име или лозинка нису исправни, или налог није активан.',
    en: 'Wrong credentials, or the account is not active.',
  },
  InvalidRefreshToken: {
    code: 2003,
    http: 401,
    sr: 'Сесија је истекла. Пријавите се поново.',
    en: 'The session has expired. Sign in again.',
  },
  ReachedFailedLoginAttemptCount: {
    code: 2004,
    http: 423,
    sr: 'Налог је привремено закључан због превише неуспешних пријава.',
    en: 'The account is locked for a while after too many failed sign-ins.',
  },
  InactiveUser: { code: 2005, http: 403, sr: 'Налог још није активиран.', en: 'The account is not activated yet.' },
  RevokedUser: {
    code: 2006,
    http: 403,
    sr: 'Приступ налогу је укинут.',
    en: 'Access of the account has been revoked.',
  },
  DisabledUser: { code: 2007, http: 403, sr: 'Налог је онемогућен.', en: 'The account is disabled.' },
  BlockedUserLocation: {
    code: 2008,
    http: 403,
    sr: 'Пријава са непознате локације. Потврдите је преко поруке послате на вашу е-пошту.',
    en: 'Sign-in from an unknown location. Confirm it through the e-mail sent to you.',
  },
  BlockedUser: { code: 2009, http: 403, sr: 'Корисник је блокиран.', en: 'The user is blocked.' },
  UpdateUserItselfStatus: {
    code: 2010,
    http: 422,
    sr: 'Не можете мењати сопствени статус.',
    en: 'You cannot change your own status.',
  },
  AlreadyActivatedUser: {
    code: 2011,
    http: 409,
    sr: 'Налог је већ активиран.',
    en: 'The account is already activated.',
  },
  InvalidActivationToken: {
    code: 2012,
    http: 422,
    sr: 'Веза за активацију није важећа или је истекла.',
    en: 'The activation link is not valid or has expired.',
  },
  InvalidResetToken: {
    code: 2013,
    http: 422,
    sr: 'Веза за промену лозинке није важећа или је истекла.',
    en: 'The password link is not valid or has expired.',
  },
  PasswordResetUserStatus: {
    code: 2014,
    http: 422,
    sr: 'Лозинка се може променити само активном налогу.',
    en: 'Only an active account can reset its password.',
  },
  DuplicateUserLogin: { code: 2015, http: 409, sr: 'Корисничко име је заузето.', en: 'The user name is taken.' },
  ReachedUserTagsLimit: {
    code: 2016,
    http: 422,
    sr: 'Достигнут је највећи број ознака корисника.',
    en: 'The limit of user tags is reached.',
  },
  TranUserLimit: {
    code: 2017,
    http: 409,
    sr: 'Достигнут је највећи број корисника органа.',
    en: 'The organization has reached its limit of users.',
  },
  InvalidUserPermission: {
    code: 2018,
    http: 403,
    sr: 'Корисник нема право на ову радњу.',
    en: 'The user may not do this.',
  },
  InvalidUserStatus: {
    code: 2019,
    http: 422,
    sr: 'Промена статуса корисника није дозвољена.',
    en: 'This change of user status is not allowed.',
  },
  InvalidLocationToken: {
    code: 2020,
    http: 422,
    sr: 'Веза за потврду локације није важећа или је истекла.',
    en: 'The location link is not valid or has expired.',
  },
  SystemRoleUpdate: {
    code: 2021,
    http: 409,
    sr: 'Системска улога се не може мењати ни брисати.',
    en: 'A system role cannot be changed or deleted.',
  },
  TranRoleNameExists: {
    code: 2022,
    http: 409,
    sr: 'Улога са тим називом већ постоји.',
    en: 'A role with this name already exists.',
  },
  RoleBelongsToUser: {
    code: 2023,
    http: 409,
    sr: 'Улога је додељена кориснику и не може се обрисати.',
    en: 'The role is assigned to a user and cannot be deleted.',
  },
  InvalidOrganizationPermission: {
    code: 3001,
    http: 403,
    sr: 'Немате право над овим органом.',
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
    sr: 'Захтев мора бити у обради.',
    en: 'The request must be pending.',
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
  UncompletedPhaseForms: {
    code: 4001,
    http: 409,
    sr: 'Нису закључани сви обрасци фазе.',
    en: 'Not every form of the phase is locked.',
  },
  InvalidProjectAction: {
    code: 4002,
    http: 409,
    sr: 'Радња није могућа у тренутном стању пројекта.',
    en: 'The action is not possible in the present state of the project.',
  },
  InvalidProjectFormPhase: {
    code: 4003,
    http: 409,
    sr: 'Образац не припада текућој фази пројекта.',
    en: 'The form does not belong to the current phase.',
  },
  InvalidProjectFormAction: {
    code: 4004,
    http: 409,
    sr: 'Радња над обрасцем није могућа у његовом тренутном стању.',
    en: 'The form action is not possible in its present state.',
  },
  InvalidProjectFormSubmitor: {
    code: 4005,
    http: 403,
    sr: 'Образац може да попуњава само орган пројекта.',
    en: 'Only the organization of the project may fill in the form.',
  },
  InvalidProjectFormEvaluator: {
    code: 4006,
    http: 409,
    sr: 'Образац није оценио надлежни орган за оцену.',
    en: 'The form has not been marked by its evaluator.',
  },
  InvalidProjectFormValues: { code: 4007, http: 422, sr: 'Образац садржи грешке.', en: 'The form contains errors.' },
  DuplicateProjectOrganization: {
    code: 4008,
    http: 409,
    sr: 'Орган је већ додат на пројекат.',
    en: 'The organization is already on the project.',
  },
  DuplicateProjectAppropriation: {
    code: 4009,
    http: 409,
    sr: 'Апропријација је већ изабрана.',
    en: 'The appropriation is already selected.',
  },
  InvalidProjectAppropriation: {
    code: 4010,
    http: 422,
    sr: 'Апропријација не постоји.',
    en: 'The appropriation does not exist.',
  },
  ForbiddenProjectChange: {
    code: 4011,
    http: 403,
    sr: 'Пројекат се не може мењати.',
    en: 'The project cannot be changed.',
  },
  InvalidProjectUpdateUser: {
    code: 4012,
    http: 403,
    sr: 'Немате право да мењате пројекат.',
    en: 'You may not change the project.',
  },
  InvalidProjectUpdatePhase: {
    code: 4013,
    http: 409,
    sr: 'Пројекат се може мењати само у почетној фази.',
    en: 'A project can be changed only in its first phase.',
  },
  InvalidProjectUpdatePhaseStatus: {
    code: 4014,
    http: 409,
    sr: 'Пројекат се може мењати само у статусу уноса.',
    en: 'A project can be changed only while it is in entry.',
  },
  NotAllowedCreateProject: {
    code: 4015,
    http: 403,
    sr: 'Немате право да креирате пројекат.',
    en: 'You may not create a project.',
  },
  InvalidApprovedFormsCount: {
    code: 4016,
    http: 422,
    sr: 'За обрачун је потребан најмање један одобрен образац.',
    en: 'At least one approved form is needed.',
  },
  TranExistsProjectCode: {
    code: 4017,
    http: 409,
    sr: 'Радни назив већ постоји.',
    en: 'The working name already exists.',
  },
  FormRevisionConflict: {
    code: 4018,
    http: 409,
    sr: 'Образац је у међувремену сачувао други корисник.',
    en: 'Another user has saved the form in the meantime.',
  },
  EmptyProjectList: {
    code: 4019,
    http: 409,
    sr: 'Нема пројеката који чекају ову листу.',
    en: 'No project is waiting for this list.',
  },
  CommentEditExpired: {
    code: 4030,
    http: 409,
    sr: 'Коментар се може исправити само 15 минута после писања.',
    en: 'A comment can be corrected only within 15 minutes of writing.',
  },
  CommentRemoved: { code: 4031, http: 409, sr: 'Коментар је уклоњен.', en: 'The comment has been removed.' },
  CommentsClosed: {
    code: 4032,
    http: 409,
    sr: 'Архивирани пројекат не прима коментаре.',
    en: 'An archived project takes no comments.',
  },
  TranExistsProjectListName: {
    code: 4020,
    http: 409,
    sr: 'Листа са тим називом већ постоји.',
    en: 'A list with this name already exists.',
  },
  InvalidProjectDocument: {
    code: 4021,
    http: 422,
    sr: 'Документ не припада пројекту.',
    en: 'The document does not belong to the project.',
  },
  ListNotApproved: {
    code: 4022,
    http: 409,
    sr: 'Комисија још није одлучила о свим пројектима листе.',
    en: 'The commission has not decided about every project of the list.',
  },
  ReachedProjectDocumentsLimit: {
    code: 5001,
    http: 409,
    sr: 'Достигнут је највећи број докумената пројекта.',
    en: 'The project has reached its limit of documents.',
  },
  ReachedProjectDocumentRevisionsLimit: {
    code: 5002,
    http: 409,
    sr: 'Достигнут је највећи број ревизија документа.',
    en: 'The document has reached its limit of revisions.',
  },
  AlreadyExistsProjectDocument: {
    code: 5003,
    http: 409,
    sr: 'Исти документ већ постоји.',
    en: 'The same document already exists.',
  },
  UsedDocumentInForms: {
    code: 5004,
    http: 409,
    sr: 'Документ је употребљен у обрасцу и не може се обрисати.',
    en: 'The document is used in a form and cannot be deleted.',
  },
  RetrieveSecuredProjectDocumentAnonymously: {
    code: 5005,
    http: 403,
    sr: 'Заштићени документ није доступан без пријаве.',
    en: 'A secured document is not available without signing in.',
  },
  InvalidDocumentExtension: {
    code: 5006,
    http: 422,
    sr: 'Врста датотеке није дозвољена.',
    en: 'The file type is not allowed.',
  },
  DocumentSizeLimit: { code: 5007, http: 413, sr: 'Датотека је превелика.', en: 'The file is too large.' },
  DocumentCountLimit: {
    code: 5008,
    http: 422,
    sr: 'Превише датотека у једном слању.',
    en: 'Too many files in one upload.',
  },
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
  EmptyImportPayload: { code: 6005, http: 422, sr: 'Увоз не садржи редове.', en: 'The import holds no rows.' },
  DbUniqueViolation: { code: 9001, http: 409, sr: 'Податак већ постоји.', en: 'The item already exists.' },
  DbError: { code: 9002, http: 500, sr: 'Грешка базе података.', en: 'Database error.' },
  TranConflict: {
    code: 9003,
    http: 409,
    sr: 'Истовремена измена. Покушајте поново.',
    en: 'Concurrent change. Try again.',
  },
} as const satisfies Record<string, { code: number; http: number; sr: string; en: string }>;

export type StatusName = keyof typeof CATALOGUE;

const NAMES_BY_CODE = new Map<number, StatusName>(
  (Object.keys(CATALOGUE) as StatusName[]).map((name) => [CATALOGUE[name].code, name]),
);

/** Name of a status number; undefined for a number that is not in the catalogue. */
export function statusName(code: number): StatusName | undefined {
  return NAMES_BY_CODE.get(code);
}

export function isStatusName(name: string): name is StatusName {
  return Object.hasOwn(CATALOGUE, name);
}
