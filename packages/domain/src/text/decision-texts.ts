import { pair } from './bilingual-text.ts';
import { WORDS } from './words.ts';

/** Heads of the summary of a decision, on the screen and on paper. */
export const DECISION_TEXTS = {
  title: pair('Сажетак за одлуку', 'Summary for the decision'),
  several: WORDS.decisionSummaries,
  change: pair('Промена вредности', 'Change of the value'),
  sincePhase: pair('од фазе', 'since the phase'),
  sinceRound: pair('од претходног слања', 'since it was sent before'),
  unchanged: pair('исто', 'the same'),
  formerly: pair('раније до', 'before: until'),
  options: pair('Шта је још разматрано', 'What else was considered'),
  chosen: pair('изабрано', 'chosen'),
  works: pair('Радови према плану', 'Works against the plan'),
  what: pair('Шта се гради', 'What is built'),
  why: pair('Зашто', 'Why'),
  term: pair('Од када до када', 'From when to when'),
  payers: pair('Ко плаћа', 'Who pays'),
  byYear: pair('Ко плаћа по годинама, РСД', 'Who pays by year, RSD'),
  signatures: pair('Ко је већ потписао', 'Who has signed before'),
  nobody: pair('Још нико.', 'Nobody yet.'),
  nothingOpen: pair('Нема отворених примедби ни упозорења', 'No open remarks and no warnings'),
  wholeForm: pair('Цео образац', 'The whole form'),
  open: WORDS.openRemark,
  year: WORDS.year,
  total: WORDS.total,
  warnings: WORDS.warnings,
  done: WORDS.corrected,
  mark: WORDS.mark,
} as const;
