import { cyrillicToLatin } from '../text/transliterate.ts';
import { PROJECT_CODE_MAX } from './project-code.ts';

/** A working name made of a project's name: Latin capitals and digits, whole words as far as they fit; '' when none do. */
export function proposedCode(name: string): string {
  const words = cyrillicToLatin(name)
    .replaceAll(/đ/gi, 'dj')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter((word) => word !== '');
  let code = words[0]?.slice(0, PROJECT_CODE_MAX) ?? '';
  for (const word of words.slice(1)) {
    if (code.length + 1 + word.length > PROJECT_CODE_MAX) break;
    code = `${code}-${word}`;
  }
  return code;
}
