import { pair } from '../../text/bilingual-text.ts';
import type { Field, Option } from '../types.ts';
import { FUNDING_SOURCES, SECTOR_NAMES } from '../../text/state-names.ts';

function option(sr: string, en: string): Option {
  return { value: sr, label: { sr, en } };
}

/** The idea form is in use since this day; implementation cannot start before it. */
export const IDEA_START_DATE = '2023-01-01';

/** Funding sources (docs/forms.md, SRC). */
export const SOURCES: readonly Option[] = FUNDING_SOURCES.map(({ sr, en }) => option(sr, en));
export const EU_SOURCE = 'Фондови ЕУ';
export const FOREIGN_SOURCES: readonly string[] = [EU_SOURCE, 'Донација', 'Зајам'];

export const SECTOR_OPTIONS: readonly Option[] = Object.entries(SECTOR_NAMES).map(([code, label]) => ({
  value: Number(code),
  label,
}));

export const LEVELS: readonly Option[] = [
  option('Републички', 'National'),
  option('Покрајински', 'Provincial'),
  option('Локални', 'Local'),
];

export const EU_PROGRAMMES: readonly Option[] = [
  option('ИПА II', 'IPA II'),
  option('ИПА III', 'IPA III'),
  option('WBIF', 'WBIF'),
  option('Инструмент за реформе и раст', 'Reform and Growth Facility'),
  option('Друго', 'Other'),
];

const DEGREES: readonly Option[] = [option('Низак', 'Low'), option('Средњи', 'Medium'), option('Висок', 'High')];
export const HIGH = 'Висок';

/** Contacts: one to three people, each with up to three e-mails and phones. */
export const CONTACT_COLUMNS: readonly Field[] = [
  { path: 'name', kind: 'text', maxLength: 100, required: true, label: pair('Име и презиме', 'Name') },
  { path: 'position', kind: 'text', maxLength: 100, label: pair('Функција', 'Position') },
  {
    path: 'emails',
    kind: 'textList',
    format: 'email',
    maxLength: 254,
    required: true,
    minRows: 1,
    maxRows: 3,
    label: pair('Е-пошта', 'E-mail'),
  },
  {
    path: 'phones',
    kind: 'textList',
    format: 'phone',
    maxLength: 30,
    required: true,
    minRows: 1,
    maxRows: 3,
    label: pair('Телефон', 'Phone'),
  },
];

export const RISK_COLUMNS: readonly Field[] = [
  { path: 'risk', kind: 'text', maxLength: 500, required: true, label: pair('Ризик', 'Risk') },
  { path: 'degree', kind: 'select', options: DEGREES, required: true, label: pair('Степен', 'Degree') },
  { path: 'probability', kind: 'select', options: DEGREES, required: true, label: pair('Вероватноћа', 'Probability') },
  { path: 'management', kind: 'text', maxLength: 500, required: true, label: pair('Управљање ризиком', 'Management') },
  { path: 'responsible', kind: 'text', maxLength: 100, required: true, label: pair('Одговорно лице', 'Responsible') },
  { path: 'measures', kind: 'markdown', maxLength: 2000, label: pair('Мере', 'Measures') },
];

/** Funding source rows; `provided` only where a form asks for it. */
export function fundColumns(options: { provided: boolean }): readonly Field[] {
  const columns: Field[] = [
    { path: 'source', kind: 'select', options: SOURCES, required: true, isdacon: true, label: pair('Извор', 'Source') },
    { path: 'name', kind: 'text', maxLength: 200, label: pair('Назив', 'Name') },
    { path: 'localAmount', kind: 'rsd', required: true, isdacon: true, label: pair('Износ, РСД', 'Amount, RSD') },
    { path: 'currency', kind: 'currency', isdacon: true, label: pair('Валута', 'Currency') },
    { path: 'foreignAmount', kind: 'foreign', computed: true, label: pair('Износ у валути', 'Foreign amount') },
    { path: 'percentage', kind: 'percent', computed: true, label: pair('Учешће, %', 'Share, %') },
  ];
  if (options.provided) {
    columns.push({ path: 'provided', kind: 'yesNo', required: true, label: pair('Обезбеђено', 'Secured') });
  }
  return columns;
}
