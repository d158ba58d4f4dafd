import { cyrillicToLatin, type Script } from './transliterate.ts';

const CYRILLIC = new Intl.Collator('sr');
const LATIN = new Intl.Collator('sr-Latn');

/**
 * Compares names as their reader has the alphabet: азбука in Cyrillic; in Latin abeceda, with č, ć, dž, đ, lj, nj, š, ž
 * as letters of their own. The collations `sr-x-icu` and `sr-Latn-x-icu` of the database order alike.
 */
export function compareNames(script: Script = 'cyrillic'): (one: string, other: string) => number {
  if (script === 'cyrillic') return CYRILLIC.compare;
  return (one, other) => LATIN.compare(cyrillicToLatin(one), cyrillicToLatin(other));
}
