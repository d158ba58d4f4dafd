import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { common } from './messages/common.ts';
import { daily } from './messages/daily.ts';
import { dashboard } from './messages/dashboard.ts';
import { forms } from './messages/forms.ts';
import { indicators } from './messages/indicators.ts';
import { lists } from './messages/lists.ts';
import { login } from './messages/login.ts';
import { options } from './messages/options.ts';
import { projects } from './messages/projects.ts';
import { registries } from './messages/registries.ts';
import { shell } from './messages/shell.ts';
import { table } from './messages/table.ts';

/** Cyrillic first; Latin is made from it; English beside them (specification, section 1). */
export const LANGUAGES = ['sr-Cyrl', 'sr-Latn', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'pimis.language';
const areas = {
  common,
  shell,
  login,
  daily,
  dashboard,
  projects,
  forms,
  indicators,
  lists,
  options,
  registries,
  table,
};

/** The same keys with plain texts: both languages must have every one of them. */
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
type Area = keyof typeof areas;
type Messages = { [A in Area]: Texts<(typeof areas)[A]['sr']> };

const sr: Messages = {
  common: common.sr,
  shell: shell.sr,
  login: login.sr,
  daily: daily.sr,
  dashboard: dashboard.sr,
  projects: projects.sr,
  registries: registries.sr,
  forms: forms.sr,
  indicators: indicators.sr,
  lists: lists.sr,
  options: options.sr,
  table: table.sr,
};
const en: Messages = {
  common: common.en,
  shell: shell.en,
  login: login.en,
  daily: daily.en,
  dashboard: dashboard.en,
  projects: projects.en,
  registries: registries.en,
  forms: forms.en,
  indicators: indicators.en,
  lists: lists.en,
  options: options.en,
  table: table.en,
};

export type { Messages };

function stored(): Language {
  const found = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === found) ?? 'sr-Cyrl';
}

/** The language code without its script, as plural rules and formats want it. */
export function setLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

export function initI18n(): Promise<unknown> {
  const language = stored();
  document.documentElement.lang = language;
  return i18next
    .use({
      type: 'postProcessor',
      name: 'script',
      process: (value: string) => (i18next.language === 'sr-Latn' ? cyrillicToLatin(value) : value),
    })
    .use(initReactI18next)
    .init({
      lng: language,
      resources: { 'sr-Cyrl': { translation: sr }, en: { translation: en } },
      fallbackLng: { 'sr-Latn': ['sr-Cyrl', 'en'], default: ['en'] },
      postProcess: ['script'],
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}
