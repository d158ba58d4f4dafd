import type { Language } from '../text/wording.ts';
import { isOlderForm, titleOf } from './titles.ts';

/** The quarter at the end of the stored name of a report. */
const QUARTER = /-(\d{4}-\d)$/;

/** The name of a form in a language. It is stored in Serbian; the English one is made of its title and its quarter. */
export function formNameIn({ code, name }: { code: string; name: string }, language: Language): string {
  const title = titleOf(code);
  if (!title) return name;
  if (language === 'sr') return isOlderForm(code) ? title.sr : name;
  const quarter = QUARTER.exec(name)?.[1];
  return quarter === undefined ? title.en : `${title.en} ${quarter}`;
}
