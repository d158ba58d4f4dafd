import { ANY_UNSEEN } from './unseen.ts';
import { ADDRESSES } from './addresses.ts';

/** Serbian letters that are one letter in Cyrillic and two in Latin. */
const DIGRAPHS: Readonly<Record<string, string>> = { љ: 'lj', њ: 'nj', џ: 'dž' };
const PLAIN = new Map<string, string>(
  [...'абвгдђежзијклмнопрстћуфхцчш'].map((letter, index) => [
    letter,
    [...'abvgdđežzijklmnoprstćufhcčš'][index] ?? letter,
  ]),
);

function isUpper(character: string | undefined): boolean {
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  return character !== undefined && character !== character.toLowerCase();
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase();
}

const CYRILLIC = /\p{Script=Cyrillic}/u;
const WORD = /[\p{L}\p{M}]+/gu;
/** A Cyrillic letter that Serbian does not have, also written as a letter and its mark. */
const FOREIGN = /(?![а-иклмнопрстуфхцчшђјљњћџ])\p{Script=Cyrillic}|[а-я][\u0306\u0308]/iu;

/**
 * Serbian Cyrillic → Latin: Љубав → Ljubav, ЉУБАВ → LJUBAV. Everything else stays, also addresses, which lead elsewhere
 * in another script, and words of other languages in Cyrillic.
 */
export function cyrillicToLatin(text: string): string {
  if (!CYRILLIC.test(text)) return text;
  let result = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESSES)) {
    result += wordsToLatin(text.slice(from, index)) + address;
    from = index + address.length;
  }
  return result + wordsToLatin(text.slice(from));
}

const wordsToLatin = (text: string) =>
  text.replaceAll(WORD, (word) => (FOREIGN.test(word) ? word : serbianToLatin(word)));

function serbianToLatin(text: string): string {
  const characters = [...text];
  let result = '';
  for (const [index, character] of characters.entries()) {
    const lower = character.toLowerCase();
    const pair = DIGRAPHS[lower];
    const upper = isUpper(character);
    if (pair) {
      // The letter after it decides; at the end of a word the one before.
      const next = characters[index + 1];
      const neighbour = next !== undefined && isLetter(next) ? next : characters[index - 1];
      if (!upper) result += pair;
      else result += isUpper(neighbour) ? pair.toUpperCase() : pair.charAt(0).toUpperCase() + pair.slice(1);
      continue;
    }
    const plain = PLAIN.get(lower);
    if (plain === undefined) result += character;
    else result += upper ? plain.toUpperCase() : plain;
  }
  return result;
}

/** How Serbian is written. */
export type Script = 'cyrillic' | 'latin';

/** A Serbian text in the reader's script; texts of the product are Cyrillic. */
// Stryker disable next-line StringLiteral: any other name does the same.
export function inScript(text: string, script: Script = 'cyrillic'): string {
  return script === 'latin' ? cyrillicToLatin(text) : text;
}

/** Marks of letters, parted from them by the normal form D, and characters that nobody sees. */
const MARKS = new RegExp(`[\\u0300-\\u036f${ANY_UNSEEN}]`, 'g');
const FOLD_FROM = 'абвгдежзијклмнопрстћуфхцчшłøðıħŧ';
const FOLD_TO = 'abvgdezzijklmnoprstcufhccslodiht';
const FOLD = new Map<string, string>([
  ...[...FOLD_FROM].map((letter, index): [string, string] => [letter, FOLD_TO.charAt(index)]),
  ['љ', 'lj'],
  ['њ', 'nj'],
  ['ђ', 'dj'],
  ['đ', 'dj'],
  ['џ', 'dz'],
  ['ǆ', 'dz'],
  ['ǉ', 'lj'],
  ['ǌ', 'nj'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

function plainLetters(text: string): string {
  const letters = text.toLowerCase().normalize('NFD').replaceAll(MARKS, '');
  return [...letters].map((letter) => FOLD.get(letter) ?? letter).join('');
}

/** Serbian text in Latin letters without diacritics, đ as dj, and without characters that nobody sees. */
export const latinWithoutMarks = (text: string): string =>
  cyrillicToLatin(text)
    .replaceAll('đ', 'dj')
    .replaceAll('Đ', 'Dj')
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '');

/**
 * The key under which search compares texts: both scripts, any case, with or without diacritics give the same; đ is
 * found as d, dj and đ. The SQL function pimis_fold is the same rule.
 */
export function searchFold(text: string): string {
  return plainLetters(text).replaceAll(/dj+/g, 'd');
}

/** A login proposed for a name: "Петар Петровић" → "petar.petrovic"; letters and digits, at most 32 characters. */
export function loginFromName(name: string): string {
  return plainLetters(cyrillicToLatin(name))
    .replaceAll(/[^a-z0-9 ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.')
    .slice(0, 32)
    .replace(/\.$/, '');
}
