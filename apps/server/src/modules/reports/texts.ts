import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';

/** Words that several documents use. */
export const PROJECT_STATUS_TEXT: readonly BilingualText[] = [
  pair('у току', 'pending'),
  pair('завршен', 'finished'),
  pair('архивиран', 'archived'),
];

/** By the number of the type (specification, "Project"). */
export const PROJECT_TYPE_TEXT: Readonly<Record<number, BilingualText>> = {
  1: pair('У реализацији', 'In realization'),
  2: pair('У припреми', 'In preparation'),
  3: pair('Нова реализација', 'New realization'),
};

const YES = pair('да', 'yes');
const NO = pair('не', 'no');

export function yesNo(value: boolean): BilingualText {
  return value ? YES : NO;
}

export const NO_TEXT: BilingualText = pair('', '');

/** Labels that stand on several papers of a project. */
export const PROJECT_TEXTS = {
  code: pair('Радни назив', 'Code'),
  number: pair('Број', 'Number'),
  signed: pair('Одговорно лице', 'Responsible person'),
} as const;
