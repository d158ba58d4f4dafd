import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { CandidateState } from '@pimis/domain/portfolio/scenario/types';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { WORDS } from '@pimis/domain/text/words';

/** Words of the workbook and the paper of a scenario. */
export const SCENARIO_TEXTS = {
  title: pair('Сценарио', 'Scenario'),
  decidesNothing: pair(
    'Сценарио не одлучује ни о чему: одлуке се доносе на листама комисије.',
    'A scenario decides nothing: decisions are made in the lists of the commission.',
  ),
  author: pair('Аутор', 'Made by'),
  savedOn: pair('Сачувано', 'Saved on'),
  chosen: pair('Изабрани пројекти', 'Chosen projects'),
  hidden: pair(
    'Пројекти без права увида, изван свих збирова',
    'Projects without a right to see them, outside all sums',
  ),
  notChosen: pair('Пројекти изван избора', 'Projects left out'),
  none: pair('Нема.', 'None.'),
  marks: pair('Збир оцена', 'Sum of marks'),
  worth: pair('Вредност изабраних, РСД', 'Worth of the chosen, RSD'),
  overshoot: pair('Преко границе, РСД', 'Above the ceiling, RSD'),
  overFrom: pair('Прекорачење почиње', 'The overshoot begins'),
  within: pair('Све је у границама.', 'Everything is within the ceilings.'),
  unbounded: pair('Ниједна граница није унета.', 'No ceiling is entered.'),
  calendar: pair('По годинама и изворима, РСД', 'By year and source, RSD'),
  number: WORDS.position,
  code: WORDS.workingName,
  name: WORDS.name,
  organization: WORDS.body,
  sector: WORDS.sector,
  mark: WORDS.mark,
  projectWorth: WORDS.valueInRsd,
  state: pair('Избор', 'Choice'),
  shift: pair('Померање (год.)', 'Move, years'),
  year: WORDS.year,
  source: WORDS.source,
  committed: pair('Одобрени пројекти', 'Approved projects'),
  candidates: pair('Изабрани', 'Chosen'),
  ceiling: WORDS.ceiling,
  over: pair('Преко границе', 'Above the ceiling'),
  signed: pair('За комисију', 'For the commission'),
} as const satisfies Record<string, BilingualText>;

export const STATE_TEXTS: Readonly<Record<CandidateState, BilingualText>> = {
  in: pair('укључен', 'in'),
  out: pair('искључен', 'out'),
  must: pair('обавезан', 'must be in'),
  never: pair('изузет', 'excluded'),
};

export const sectorText = (sector: number): BilingualText =>
  SECTOR_OPTIONS.find(({ value }) => value === sector)?.label ?? pair('–', '–');
