import type { Language } from '../text/wording.ts';
import { quarterText } from '../dates/quarter-text.ts';
import { quarterOfName } from '../workflow/quarters.ts';
import { isOlderForm, titleOf } from './titles.ts';

/**
 * The name of a form in a language. The stored name is Serbian; a form of a quarter is shown as its title and the
 * quarter.
 */
export function formNameIn({ code, name }: { code: string; name: string }, language: Language): string {
  const title = titleOf(code);
  if (!title) return name;
  const at = quarterOfName(name);
  if (at) return `${title[language]}, ${quarterText(at)[language]}`;
  return language === 'sr' && !isOlderForm(code) ? name : title[language];
}
