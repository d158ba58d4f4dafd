import { lettersOf } from '../text/blank.ts';
import { isOneLine } from '../text/one-line.ts';

export const PROJECT_NAME_MAX = 512;
const NAME_LETTERS = 5;

/** A project name holds at least five letters (specification, "Validation rules"), in one line. */
export function isProjectName(name: string): boolean {
  return lettersOf(name) >= NAME_LETTERS && name.length <= PROJECT_NAME_MAX && isOneLine(name);
}
