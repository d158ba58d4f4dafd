import type { Language } from '../text/wording.ts';
import { quarterOfName } from '../workflow/quarters.ts';
import { isOlderForm, titleOf } from './titles.ts';

/** The name of a form in a language. It is stored in Serbian; the English one is made of its title and its quarter. */
export function formNameIn({ code, name }: { code: string; name: string }, language: Language): string {
  const title = titleOf(code);
  if (!title) return name;
  if (language === 'sr') return isOlderForm(code) ? title.sr : name;
  const at = quarterOfName(name);
  return at ? `${title.en} ${at.year}-${at.quarter}` : title.en;
}
