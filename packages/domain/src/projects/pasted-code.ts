import { latinWithoutMarks } from '../text/transliterate.ts';
import { PROJECT_CODE_MAX } from './project-code.ts';

/**
 * A pasted text as a working name: Latin letters, one hyphen in place of other characters and none at the ends. A
 * longer one ends with a whole word, unless its first word alone is too long.
 */
export function pastedCode(text: string): string {
  const code = latinWithoutMarks(text)
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  if (code.length <= PROJECT_CODE_MAX) return code;
  // One more character shows whether a word ends there.
  const words = code.slice(0, PROJECT_CODE_MAX + 1).replace(/[-_]+[^-_]*$/, '');
  return words.slice(0, PROJECT_CODE_MAX);
}
