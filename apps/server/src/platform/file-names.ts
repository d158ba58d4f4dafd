import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { type Written, wordingOf } from '@pimis/domain/text/wording';

/** Names of files and folders use Latin letters without diacritics, which every file system accepts. */
const WORDS = {
  approvedList: { sr: 'odobrena-lista', en: 'approved-list' },
  auditLog: { sr: 'revizorski-trag', en: 'audit-log' },
  card: { sr: 'licna-karta', en: 'identity-card' },
  documents: { sr: 'dokumenta', en: 'documents' },
  forms: { sr: 'obrasci', en: 'forms' },
  indicators: { sr: 'pokazatelji', en: 'indicators' },
  list: { sr: 'lista', en: 'list' },
  missing: { sr: 'NEDOSTAJE', en: 'MISSING' },
  options: { sr: 'opcije', en: 'options' },
  personalData: { sr: 'podaci', en: 'data' },
  phase: { sr: 'faza', en: 'phase' },
  sector: { sr: 'sektor', en: 'sector' },
} as const satisfies Record<string, BilingualText>;

export type FileWord = keyof typeof WORDS;

/** A word of a file's name in the language asked for. */
export const fileWord = (word: FileWord, { language }: Written): string => wordingOf(language).say(WORDS[word]);
