import i18next, { type FormatterModule } from 'i18next';
import { chartFormats } from '@pimis/charts/format';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { keep, readKept } from '../browser/storage.ts';
import { loadEnglishAnswers } from './answers.ts';
import type { Area } from './areas.ts';
import { common } from './messages/sr/common.ts';
import { login } from './messages/sr/login.ts';
import { shell } from './messages/sr/shell.ts';

/** Cyrillic is the default; Latin is transliterated from it; English is separate (specification, section 1). */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' };

const KEY = 'pimis.language';
const NAMESPACE = 'translation';

/** The messages of the sign-in screens; Serbian ones are part of the first script, to save a request. */
const FIRST = { common, shell, login };
const FIRST_AREAS = Object.keys(FIRST) as Area[];

const files = import.meta.glob<Record<string, object>>([
  './messages/*/*.ts',
  '!./messages/sr/common.ts',
  '!./messages/sr/login.ts',
  '!./messages/sr/shell.ts',
]);
/** Requested areas with their promises: `sr/forms`. */
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
      // The next screen that needs it requests it again.
      coming.delete(name);
      throw failure;
    },
  );
  coming.set(name, brought);
  return brought;
}

function stored(): Language {
  const found = readKept(KEY);
  return LANGUAGES.find((language) => language === found) ?? 'sr-Cyrl';
}

/** Loads the messages of areas in the present language. Throws when the server cannot be reached. */
export async function loadMessages(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  await Promise.all(areas.map((area) => bring(i18next.language as Language, area)));
}

/** Loads the messages of areas in Serbian and English. */
export async function loadBothLanguages(areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.flatMap((area) => [bring('sr-Cyrl', area), bring('en', area)]));
}

/** Returns whether a key has a text. Keys made of codes may have none. */
export const hasText = (key: string): boolean => i18next.exists(key);

/** Changes language and script after loading the texts of the screen, so that no key is shown. */
export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((area) => bring(language, area)));
  if (language === 'en') await loadEnglishAnswers();
  keep(KEY, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** Writes counts in messages as the language writes numbers; other numbers may be years. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language, options) =>
    typeof value === 'number' && options?.['interpolationkey'] === 'count'
      ? chartFormats({ language: language === 'en' ? 'en' : 'sr' }).count.full(value)
      : (value as string),
};

/** Starts with the language chosen on this computer and the areas of the first screen. */
export async function initI18n(areas: readonly Area[] = []): Promise<void> {
  const language = stored();
  document.documentElement.lang = language;
  await i18next
    .use(counts)
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
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  await Promise.all([loadMessages([...FIRST_AREAS, ...areas]), ...(language === 'en' ? [loadEnglishAnswers()] : [])]);
}
