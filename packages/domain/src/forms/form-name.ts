import type { Language } from '../text/wording.ts';
import type { FormDefinition } from './types.ts';

/** The quarter at the end of the stored name of a report. */
const QUARTER = /-(\d{4}-\d)$/;

/** The name of a form in a language. It is stored in Serbian; the English one is made of its title and its quarter. */
export function formNameIn(
  definition: Pick<FormDefinition, 'title' | 'family'>,
  stored: string,
  language: Language,
): string {
  const { title, family } = definition;
  if (language === 'sr') return family === 'older' ? title.sr : stored;
  const quarter = QUARTER.exec(stored)?.[1];
  return quarter === undefined ? title.en : `${title.en} ${quarter}`;
}
