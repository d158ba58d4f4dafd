import { withoutSecrets } from '../../platform/process/secrets.ts';

/*
 * What support must not get: secrets, and data of people. Texts of the product are English and contain no quotes of
 * data; everything else in them comes from people or from errors of libraries
 * (docs/decisions/0323-settings-as-files.md).
 */

const MASK = '***';
const PATTERNS: readonly RegExp[] = [
  // The account in an address, and what is written after the name of a secret.
  /(?<=:\/\/)[^\s/@]*@/g,
  // The next pattern would take the scheme for the value, so the value after the scheme is masked first.
  /(?<=\b(?:bearer|basic)\s+)[^\s,;]+/gi,
  /(?<=\b(?:password|passwd|secret|token|authorization|cookie|key)\b["']?\s*[:=]\s*)[^\s,;]+/gi,
  // Mail addresses, addresses of the net (not times), long numbers and tokens.
  /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\b(?!\d\d:\d\d:\d\d\b)[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}/gi,
  /\b\d{6,}\b/g,
  /[\w+/=-]{32,}/g,
  // Quoted values, values of keys that PostgreSQL quotes, and folders of accounts.
  /"[^"]*"|'[^']*'|„[^“”"]*[“”"]|`[^`]*`/g,
  /\)=\([^)]*\)/g,
  /(?<=\/home\/)[^\s/]+/g,
  // Words with letters that no text of the product has in English: names as Serbian writes them, in either script.
  /[^\s,.;:()/]*[^\p{ASCII}–—…→]+[^\s,.;:()/]*/gu,
];

/** A text without secrets of the settings and without what may be data of people. */
export const masked = (text: string, env: NodeJS.ProcessEnv): string =>
  PATTERNS.reduce((left, pattern) => left.replaceAll(pattern, MASK), withoutSecrets(text, env));
