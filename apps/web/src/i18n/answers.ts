import { CATALOGUE, type StatusName } from '@pimis/contract/errors';

let english: Readonly<Record<StatusName, string>> | null = null;

/** Loads the English texts of the catalogue. Throws when the server cannot be reached. */
export async function loadEnglishAnswers(): Promise<void> {
  english ??= (await import('virtual:english-answers')).default;
}

/** The text of a name of the catalogue; the Serbian one is Cyrillic. English must have been loaded. */
export function answerText(name: StatusName, language: 'sr' | 'en'): string {
  if (language === 'sr') return CATALOGUE[name].sr;
  if (!english) throw new Error('The English answers are not loaded');
  return english[name];
}
