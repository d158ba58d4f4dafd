import type { Answers } from './answers.ts';

/** Answers about documents and their uploads: 5000 to 5999. */
export const DOCUMENTS = {
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
  DocumentWaitsForScan: {
    code: 5014,
    http: 409,
    sr: 'Датотека се још проверава на вирусе. Покушајте за који тренутак.',
    en: 'The file is still being checked for viruses. Try again in a moment.',
  },
  DocumentInfected: {
    code: 5015,
    http: 403,
    sr: 'У датотеци је нађен вирус; не може се преузети.',
    en: 'A virus was found in the file; it cannot be downloaded.',
  },
  DocumentContentMissing: {
    code: 5016,
    http: 500,
    sr: 'Садржај датотеке није у складишту. Обратите се подршци.',
    en: 'The content of the file is not in the storage. Contact support.',
  },
  DocumentContentDamaged: {
    code: 5020,
    http: 500,
    sr: 'Садржај датотеке у складишту је оштећен и није послат. Обратите се подршци.',
    en: 'The content of the file is damaged in the storage and was not sent. Contact support.',
  },
  UploadIncomplete: {
    code: 5017,
    http: 409,
    sr: 'Датотека још није послата до краја.',
    en: 'The file has not been sent in full yet.',
  },
  UploadEnded: {
    code: 5021,
    http: 404,
    sr: 'Од послатих датотека су документи већ направљени, или датотеке више не чекају. Погледајте документе пројекта.',
    en: 'Documents have already been made of the files, or the files wait no longer. Look at the documents of the project.',
  },
  UploadOffsetConflict: {
    code: 5018,
    http: 409,
    sr: 'Слање се не наставља од места на коме је стало.',
    en: 'The upload does not continue from where it stopped.',
  },
  UnfinishedUploadLimit: {
    code: 5019,
    http: 422,
    sr: 'Имате 20 незавршених слања датотека. Довршите нека од њих или одустаните од њих, па покушајте поново.',
    en: 'You have 20 unfinished uploads. Finish or discard some of them, and try again.',
  },
  StorageUnavailable: {
    code: 5013,
    http: 503,
    sr: 'Складиште датотека тренутно није доступно. Ништа није сачувано; покушајте касније.',
    en: 'The file storage is not available at the moment. Nothing was saved; try again later.',
  },
  InvalidDocumentContent: {
    code: 5012,
    http: 422,
    sr: 'Садржај датотеке није оно што јој назив каже. Отворите је, сачувајте поново у врсти из назива и пошаљите.',
    en: 'The content of the file is not what its name says. Open it, save it again as the type in its name, and send it.',
  },
  DocumentIsHeic: {
    code: 5022,
    http: 422,
    sr: 'Слика је у облику HEIC, а назив каже другачије. Промените јој крај назива у .heic или је сачувајте као JPEG.',
    en: 'The picture is a HEIC, but its name says otherwise. End its name with .heic, or save it as JPEG.',
  },
  DocumentIsWebp: {
    code: 5023,
    http: 422,
    sr: 'Слика је у облику WebP, а назив каже другачије. Промените јој крај назива у .webp или је сачувајте као JPEG.',
    en: 'The picture is a WebP, but its name says otherwise. End its name with .webp, or save it as JPEG.',
  },
  InvalidDocumentLink: {
    code: 5011,
    http: 404,
    sr: 'Веза до документа не постоји, опозвана је или је истекла.',
    en: 'The link to the document does not exist, was revoked or has expired.',
  },
  InvalidDocumentExtension: {
    code: 5006,
    http: 422,
    sr: 'Врста датотеке није дозвољена.',
    en: 'The file type is not allowed.',
  },
  DocumentSizeLimit: { code: 5007, http: 413, sr: 'Датотека је превелика.', en: 'The file is too large.' },
  EmptyDocument: { code: 5009, http: 422, sr: 'Датотека је празна.', en: 'The file is empty.' },
  DocumentNameLimit: {
    code: 5010,
    http: 422,
    sr: 'Назив датотеке је предугачак: највише 250 знакова.',
    en: 'The file name is too long: at most 250 characters.',
  },
  DocumentCountLimit: {
    code: 5008,
    http: 422,
    sr: 'Превише датотека у једном слању.',
    en: 'Too many files in one upload.',
  },
} as const satisfies Answers;
