import { LANGUAGES, type PortalLanguage } from './words.ts';

/** The path of the portal. */
export const ROOT = '/public';

/** The part of the URL between root and path in each language. */
export const PREFIXES: Readonly<Record<PortalLanguage, string>> = { 'sr-Cyrl': '', 'sr-Latn': '/lat', en: '/en' };

/** The path of a page; `path` begins with a slash, or is empty for the front. */
export function pathOf(language: PortalLanguage, path: string): string {
  return `${ROOT}${PREFIXES[language]}${path}`;
}

/** The URL with those parameters that have a value. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && value !== false) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The language of an address of the portal. */
export function languageOf(url: string): PortalLanguage {
  const [, , first = ''] = url.split(/[/?]/);
  return LANGUAGES.find((language) => PREFIXES[language] === `/${first}`) ?? 'sr-Cyrl';
}
