import i18next from 'i18next';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import type { Area } from './areas.ts';
import { common } from './messages/sr/common.ts';
import { login } from './messages/sr/login.ts';
import { shell } from './messages/sr/shell.ts';

/** Cyrillic first; Latin is made from it; English beside them (specification, section 1). */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' };

const KEY = 'pimis.language';
const NAMESPACE = 'translation';

/** What the sign-in screens say; in Serbian it comes with the first script, without another way to the server. */
const FIRST = { common, shell, login };
const FIRST_AREAS = Object.keys(FIRST) as Area[];

const files = import.meta.glob<Record<string, object>>([
  './messages/*/*.ts',
  '!./messages/sr/common.ts',
  '!./messages/sr/login.ts',
  '!./messages/sr/shell.ts',
]);
/** Areas that screens have asked for, and what has come of them: `sr/forms`. */
const wanted = new Set<Area>(FIRST_AREAS);
const coming = new Map<string, Promise<void>>(FIRST_AREAS.map((area) => [`sr/${area}`, Promise.resolve()]));

const folderOf = (language: Language) => (language === 'en' ? 'en' : 'sr');

function bring(language: Language, area: Area): Promise<void> {
  const folder = folderOf(language);
  const name = `${folder}/${area}`;
  const found = coming.get(name);
  if (found) return found;
  const read = files[`./messages/${name}.ts`];
  if (!read) throw new Error(`There are no messages ${name}`);
  const brought = read().then(
    (module) => {
      const bundle = { [area]: module[area] };
      i18next.addResourceBundle(folder === 'en' ? 'en' : 'sr-Cyrl', NAMESPACE, bundle, true, true);
    },
    (failure: unknown) => {
      // Asked for again by the next screen that needs it.
      coming.delete(name);
      throw failure;
    },
  );
  coming.set(name, brought);
  return brought;
}

function stored(): Language {
  const found = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === found) ?? 'sr-Cyrl';
}

/** Brings the messages of some areas in the shown language. Throws when the server cannot be reached. */
export async function loadMessages(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  await Promise.all(areas.map((area) => bring(i18next.language as Language, area)));
}

/** Brings the messages of some areas in Serbian and in English, whichever is shown. */
export async function bringInBoth(areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.flatMap((area) => [bring('sr-Cyrl', area), bring('en', area)]));
}

/** Is there a text under this key? Keys made of codes may name none. */
export const hasText = (key: string): boolean => i18next.exists(key);

/** Changes language and script; the texts of what is shown come first, so that no key is ever seen. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((area) => bring(language, area)));
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** Begins to speak: the language chosen at this computer, and the areas that the first screen needs. */
export async function initI18n(areas: readonly Area[] = []): Promise<void> {
  const language = stored();
  document.documentElement.lang = language;
  await i18next
    .use({
      type: 'postProcessor',
      name: 'script',
      process: (value: string) => (i18next.language === 'sr-Latn' ? cyrillicToLatin(value) : value),
    })
    .init({
      lng: language,
      resources: { 'sr-Cyrl': { [NAMESPACE]: FIRST } },
      partialBundledLanguages: true,
      fallbackLng: ['sr-Cyrl'],
      postProcess: ['script'],
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  await loadMessages([...FIRST_AREAS, ...areas]);
}
