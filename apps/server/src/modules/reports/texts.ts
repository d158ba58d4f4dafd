import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { WORDS } from '@pimis/domain/text/words';
import { namesWithin, PROJECT_STATUS_NAMES, PROJECT_TYPE_NAMES } from '@pimis/domain/text/state-names';

/** Words that several documents use. */
export const PROJECT_STATUS_TEXT: Readonly<Record<number, BilingualText>> = namesWithin(PROJECT_STATUS_NAMES);

/** Texts by project type (specification, "Project"). */
export const PROJECT_TYPE_TEXT: Readonly<Record<number, BilingualText>> = PROJECT_TYPE_NAMES;

const YES = WORDS.yesInText;
const NO = WORDS.noInText;

export function yesNo(value: boolean): BilingualText {
  return value ? YES : NO;
}

export const NO_TEXT: BilingualText = pair('', '');

/** Labels used on several papers of a project. */
export const PROJECT_TEXTS = {
  code: WORDS.workingName,
  number: WORDS.number,
  signed: WORDS.responsiblePerson,
} as const;
