import { PIF_CODES } from './codes.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { WORDS } from '../text/words.ts';

const PIF = pair('Пројектни идентификациони формулар (ПИФ)', 'Project identification form');

/**
 * Titles of the forms by code. Code that only needs the title of a form imports it from here, not from the definition.
 */
export const FORM_TITLES = {
  ideja: pair('Идеја капиталног пројекта', 'Project idea'),
  'identifikacija-projekta': pair('Идентификација пројекта', 'Project identification'),
  spremnost: pair('Процена спремности', 'Preparedness'),
  'posebnog-znacaja': pair('Пројекат од посебног значаја', 'Important project'),
  predimplementacija: pair('Предимплементација', 'Pre-implementation'),
  plan: pair('План имплементације', 'Implementation plan'),
  kvartalni: pair('Квартални извештај', 'Quarterly report'),
  korekcija: pair('Корекција плана', 'Plan correction'),
  'kvartalni-korekcija': pair('Квартална корекција', 'Quarterly correction'),
  racionalizacija: WORDS.rationalization,
  zavrsni: pair('Завршни извештај', 'Conclusion'),
  efekti: pair('Ефекти пројекта', 'Effects (ex-post)'),
  '1-5-0': PIF,
  '1-5-1': PIF,
  '1-5-2': PIF,
  '1-5-3': PIF,
  '1-5-4': PIF,
  '1-5-5': PIF,
  'pif-mini': pair('Кратки ПИФ', 'Short PIF'),
} as const satisfies Record<string, BilingualText>;

/** The code of a form that the product knows. */
export type FormCode = keyof typeof FORM_TITLES;

/** Forms of the earlier system. They have one name, whatever it was stored as. */
const OLDER: ReadonlySet<string> = new Set<FormCode>([...PIF_CODES, 'pif-mini']);

export const isOlderForm = (code: string): boolean => OLDER.has(code);

/** The title of a form; undefined for a code that the product does not know. */
export function titleOf(code: string): BilingualText | undefined {
  return Object.hasOwn(FORM_TITLES, code) ? FORM_TITLES[code as FormCode] : undefined;
}
