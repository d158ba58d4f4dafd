import type { StatusName } from '@pimis/contract/errors';
import { DATABASE } from '@pimis/contract/errors/database';
import { DOCUMENTS } from '@pimis/contract/errors/documents';
import { GENERAL } from '@pimis/contract/errors/general';
import { OPERATIONS } from '@pimis/contract/errors/operations';
import { ORGANIZATIONS } from '@pimis/contract/errors/organizations';
import { PROJECTS } from '@pimis/contract/errors/projects';
import { REGISTRIES } from '@pimis/contract/errors/registries';
import { USERS } from '@pimis/contract/errors/users';

const serbian: Readonly<Record<StatusName, { readonly sr: string }>> = {
  ...GENERAL,
  ...USERS,
  ...ORGANIZATIONS,
  ...DOCUMENTS,
  ...REGISTRIES,
  ...OPERATIONS,
  ...DATABASE,
  ...PROJECTS,
};
let english: Readonly<Record<StatusName, string>> | null = null;

/** Loads the English texts of the catalogue. Throws when the server cannot be reached. */
export async function loadEnglishAnswers(): Promise<void> {
  english ??= (await import('virtual:english-answers')).default;
}

/**
 * The text of a name of the catalogue; the Serbian one is Cyrillic. Undefined for other names. English must have been
 * loaded.
 */
export function answerText(name: string, language: 'sr' | 'en'): string | undefined {
  const answer = Object.hasOwn(serbian, name) ? serbian[name as StatusName] : undefined;
  if (!answer || language === 'sr') return answer?.sr;
  if (!english) throw new Error('The English answers are not loaded');
  return english[name as StatusName];
}
