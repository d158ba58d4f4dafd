import { cyrillicToLatin } from '../text/transliterate.ts';

const MOST = 20;

/** A working name made of a project's name: Latin capitals and digits, whole words as far as they fit; '' when none do. */
export function proposedCode(name: string): string {
  const words = cyrillicToLatin(name)
    .replaceAll(/đ/gi, 'dj')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter((word) => word !== '');
  let code = words[0]?.slice(0, MOST) ?? '';
  for (const word of words.slice(1)) {
    if (code.length + 1 + word.length > MOST) break;
    code = `${code}-${word}`;
  }
  return code;
}
