import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { type Written, wordingOf } from '@pimis/domain/text/wording';

/** Names of files and folders use Latin letters without diacritics, which every file system accepts. */
const WORDS = {
  approvedList: { sr: 'odobrena-lista', en: 'approved-list' },
  auditLog: { sr: 'revizorski-trag', en: 'audit-log' },
  body: { sr: 'organ', en: 'body' },
  card: { sr: 'licna-karta', en: 'identity-card' },
  course: { sr: 'tok-faza', en: 'course' },
  decision: { sr: 'odluke', en: 'decisions' },
  decisionSummary: { sr: 'sazetak', en: 'summary' },
  district: { sr: 'okrug', en: 'district' },
  documents: { sr: 'dokumenta', en: 'documents' },
  fiscalCalendar: { sr: 'fiskalni-kalendar', en: 'fiscal-calendar' },
  forms: { sr: 'obrasci', en: 'forms' },
  indicators: { sr: 'pokazatelji', en: 'indicators' },
  level: { sr: 'nivo', en: 'level' },
  list: { sr: 'lista', en: 'list' },
  missing: { sr: 'NEDOSTAJE', en: 'MISSING' },
  municipality: { sr: 'opstina', en: 'municipality' },
  options: { sr: 'opcije', en: 'options' },
  personalData: { sr: 'podaci', en: 'data' },
  phase: { sr: 'faza', en: 'phase' },
  portfolio: { sr: 'portfolio', en: 'portfolio' },
  progress: { sr: 'napredak', en: 'progress' },
  quarter: { sr: 'kvartal', en: 'quarter' },
  sector: { sr: 'sektor', en: 'sector' },
  tasks: { sr: 'zadaci', en: 'tasks' },
  timeline: { sr: 'vremenski-plan', en: 'timeline' },
  wait: { sr: 'cekanje', en: 'waits' },
  year: { sr: 'godina', en: 'year' },
} as const satisfies Record<string, BilingualText>;

export type FileWord = keyof typeof WORDS;

/** A word of a file's name in the language asked for. */
export const fileWord = (word: FileWord, { language }: Written): string => wordingOf(language).say(WORDS[word]);
