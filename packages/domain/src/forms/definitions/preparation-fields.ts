import type { TextPair } from '../../text/pair.ts';
import type { Field, Section } from '../types.ts';
import {
  CONTACT_COLUMNS,
  EU_PROGRAMMES,
  FOREIGN_SOURCES,
  fundColumns,
  LEVELS,
  pair,
  RISK_COLUMNS,
  SECTOR_OPTIONS,
} from './common.ts';

/** The four preparation forms: ideja, identifikacija-projekta, spremnost, posebnog-znacaja. */
export type Variant = 'I' | 'P' | 'S' | 'Z';

/**
 * How a field stands in one form: r required, o optional, c computed or injected, e from an earlier form (read-only,
 * else required), d planDoc required, - not there.
 */
type Mark = 'r' | 'o' | 'c' | 'e' | 'd' | '-';
type Row = { no: string; marks: `${Mark}${Mark}${Mark}${Mark}` } & Omit<
  Field,
  'no' | 'required' | 'computed' | 'fromEarlier'
>;

const VARIANTS: readonly Variant[] = ['I', 'P', 'S', 'Z'];
const YEARS = { I: 'GEN', P: 'GEN', S: 'PREP', Z: 'IMP' } as const;

function forVariant(row: Row, variant: Variant): Field[] {
  const { marks, ...rest } = row;
  const mark = marks.charAt(VARIANTS.indexOf(variant)) as Mark;
  if (mark === '-') return [];
  const field: Field = { ...rest };
  if (field.kind === 'year') field.years = YEARS[variant];
  if (field.columns) {
    field.columns = field.columns.map((column) =>
      column.kind === 'year' ? { ...column, years: YEARS[variant] } : column,
    );
  }
  switch (mark) {
    case 'r':
      return [{ ...field, required: true }];
    case 'd':
      return [{ ...field, kind: 'planDoc', required: true }];
    case 'c':
      return [{ ...field, computed: true }];
    case 'e':
      return [{ ...field, required: true, fromEarlier: true }];
    default:
      return [field];
  }
}

const text = (
  no: string,
  path: string,
  label: TextPair,
  maxLength: number,
  marks: Row['marks'],
  more: Partial<Field> = {},
): Row => ({ no, path, label, kind: 'text', maxLength, marks, ...more });
const long = (
  no: string,
  path: string,
  label: TextPair,
  maxLength: number,
  marks: Row['marks'],
  more: Partial<Field> = {},
): Row => ({ no, path, label, kind: 'markdown', maxLength, marks, ...more });
const choice = (no: string, path: string, label: TextPair, marks: Row['marks']): Row => ({
  no,
  path,
  label,
  kind: 'yesNoComment',
  marks,
});
const amount = (no: string, path: string, label: TextPair, marks: Row['marks'], more: Partial<Field> = {}): Row => ({
  no,
  path,
  label,
  kind: 'rsd',
  marks,
  span: 4,
  ...more,
});

const EU_ONLY = { path: 'basic.euFunded', equals: 'Да' } as const;

const BASIC: Row[] = [
  text('1.1', 'basic.projectName', pair('Назив пројекта', 'Project name'), 512, 'rrrr', { minLetters: 5 }),
  text('1.2', 'basic.projectCode', pair('Радни назив', 'Working name'), 20, 'cccc', { span: 4 }),
  {
    no: '1.3',
    path: 'basic.sector',
    label: pair('Сектор', 'Sector'),
    kind: 'select',
    options: SECTOR_OPTIONS,
    marks: 'cccc',
    span: 4,
  },
  {
    no: '1.4',
    path: 'basic.level',
    label: pair('Ниво пројекта', 'Level'),
    kind: 'select',
    options: LEVELS,
    marks: 'rrer',
    span: 4,
  },
  {
    no: '1.5',
    path: 'basic.organization',
    label: pair('Корисник', 'Organization'),
    kind: 'org',
    marks: 'cccc',
    span: 6,
  },
  {
    no: '1.6',
    path: 'basic.proposer',
    label: pair('Овлашћени предлагач', 'Proposer'),
    kind: 'org',
    marks: 'rrer',
    span: 6,
  },
  {
    no: '1.7',
    path: 'basic.contacts',
    label: pair('Контакт особе', 'Contacts'),
    kind: 'table',
    columns: CONTACT_COLUMNS,
    minRows: 1,
    maxRows: 3,
    marks: 'rrrr',
  },
  {
    no: '1.8',
    path: 'basic.locations',
    label: pair('Локације', 'Locations'),
    kind: 'locationList',
    minRows: 1,
    maxRows: 50,
    marks: 'rrrr',
  },
  {
    no: '1.9',
    path: 'basic.euFunded',
    label: pair('Финансирање из фондова ЕУ', 'EU funded'),
    kind: 'yesNo',
    marks: 'reer',
    span: 4,
  },
  {
    no: '1.10',
    path: 'basic.euProgramme',
    label: pair('Програм ЕУ', 'EU programme'),
    kind: 'select',
    options: EU_PROGRAMMES,
    marks: 'reer',
    visibleWhen: EU_ONLY,
    isdacon: true,
    span: 4,
  },
  text('1.11', 'basic.isdaconNumber', pair('Број у ИСДАКОН', 'ISDACON number'), 40, 'oooo', {
    visibleWhen: EU_ONLY,
    isdacon: true,
    span: 4,
  }),
];

const DESCRIPTION: Row[] = [
  long('2.1', 'description.summary', pair('Опис пројекта', 'Description'), 8000, 'rrrr'),
  long('2.2', 'description.problem', pair('Проблем', 'Problem'), 8000, 'rr-r'),
  long('2.3', 'description.goals', pair('Циљеви', 'Goals'), 8000, 'rrrr'),
  long('2.4', 'description.results', pair('Очекивани резултати', 'Results'), 8000, 'rrrr'),
  long('2.5', 'description.beneficiaries', pair('Корисници', 'Beneficiaries'), 4000, 'rr-r'),
  {
    no: '2.6',
    path: 'description.strategies',
    label: pair('Веза са стратегијама', 'Strategies'),
    kind: 'table',
    minRows: 1,
    maxRows: 10,
    marks: 'rr-r',
    columns: [
      { path: 'document', kind: 'text', maxLength: 300, required: true, label: pair('Документ', 'Document') },
      { path: 'goal', kind: 'text', maxLength: 300, required: true, label: pair('Циљ', 'Goal') },
    ],
  },
  long('2.7', 'description.alternatives', pair('Разматране могућности', 'Alternatives'), 8000, 'r--o'),
  {
    no: '2.8',
    path: 'description.options',
    label: pair('Упоредне варијанте', 'Options'),
    kind: 'table',
    minRows: 2,
    maxRows: 10,
    key: 'name',
    marks: '-r--',
    columns: [
      { path: 'name', kind: 'text', maxLength: 200, required: true, label: pair('Варијанта', 'Option') },
      { path: 'amount', kind: 'rsd', required: true, label: pair('Вредност, РСД', 'Amount, RSD') },
      { path: 'benefits', kind: 'markdown', maxLength: 2000, required: true, label: pair('Користи', 'Benefits') },
      { path: 'chosen', kind: 'yesNo', required: true, label: pair('Изабрана', 'Chosen') },
    ],
  },
];

const CRITERIA: Row[] = [
  {
    no: '3.1',
    path: 'criteria.estimateEur',
    label: pair('Процењена вредност, EUR', 'Estimate, EUR'),
    kind: 'eur',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '3.2',
    path: 'criteria.foreignEur',
    label: pair('Страно финансирање, EUR', 'Foreign funding, EUR'),
    kind: 'eur',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '3.3',
    path: 'criteria.above20M',
    label: pair('Изнад 20.000.000 EUR', 'Above 20 million EUR'),
    kind: 'yesNo',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '3.4',
    path: 'criteria.foreignAbove5M',
    label: pair('Страна средства изнад 5.000.000 EUR', 'Foreign above 5 million EUR'),
    kind: 'yesNo',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '3.5',
    path: 'criteria.longerThanYear',
    label: pair('Реализација дужа од 1 године', 'Longer than 1 year'),
    kind: 'yesNo',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '3.6',
    path: 'criteria.above11Months',
    label: pair('Трајање изнад 11 месеци', 'Above 11 months'),
    kind: 'yesNo',
    marks: 'cccc',
    span: 4,
  },
];

const yearAmount = (amountLabel: TextPair): readonly Field[] => [
  { path: 'year', kind: 'year', required: true, label: pair('Година', 'Year') },
  { path: 'amount', kind: 'rsd', required: true, label: amountLabel },
];

const finance = (provided: boolean): Row[] => [
  amount('4.1', 'financialInfo.price.local', pair('Процењена вредност, РСД', 'Estimated value, RSD'), 'rrrr', {
    aboveZero: true,
    isdacon: true,
  }),
  {
    no: '',
    path: 'financialInfo.price.currency',
    label: pair('Валута', 'Currency'),
    kind: 'currency',
    marks: 'cccc',
    span: 4,
  },
  {
    no: '',
    path: 'financialInfo.price.foreign',
    label: pair('Вредност у валути', 'Value in currency'),
    kind: 'foreign',
    marks: 'cccc',
    span: 4,
  },
  amount('4.2', 'financialInfo.spent.value', pair('До сада утрошено, РСД', 'Spent so far, RSD'), 'rrrr'),
  amount('4.3', 'financialInfo.preparationAmount.value', pair('Процена за припрему, РСД', 'Preparation, RSD'), 'rrrr'),
  amount(
    '4.4',
    'financialInfo.implementationAmount.value',
    pair('Процена за реализацију, РСД', 'Realization, RSD'),
    'rrrr',
  ),
  amount('4.5', 'financialInfo.fundsTotal', pair('Припрема и реализација, РСД', 'Funds total, RSD'), 'cccc'),
  {
    no: '4.6',
    path: 'financialInfo.letterOfIntent',
    label: pair('Писмо о намерама', 'Letter of intent'),
    kind: 'file',
    marks: 'oooo',
    emptyByRule: true,
    visibleWhen: { anyRow: 'financialInfo.fundingSources', column: 'source', in: FOREIGN_SOURCES },
  },
  {
    no: '4.7',
    path: 'financialInfo.fundingSources',
    label: pair('Извори финансирања', 'Funding sources'),
    kind: 'table',
    columns: fundColumns({ provided }),
    minRows: 1,
    maxRows: 20,
    totals: { localAmount: 'financialInfo.fundingTotal' },
    marks: 'rrrr',
  },
  amount('', 'financialInfo.fundingTotal', pair('Укупно извори, РСД', 'Sources total, RSD'), 'cccc'),
  {
    no: '4.8',
    path: 'financialInfo.yearlyCosts',
    label: pair('Трошкови по фискалним годинама', 'Yearly costs'),
    kind: 'table',
    key: 'year',
    columns: yearAmount(pair('Износ, РСД', 'Amount, RSD')),
    minRows: 1,
    maxRows: 30,
    isdacon: true,
    totals: { amount: 'financialInfo.yearlyTotal' },
    marks: 'rrrr',
  },
  amount('', 'financialInfo.yearlyTotal', pair('Укупно по годинама, РСД', 'Yearly total, RSD'), 'cccc'),
  {
    no: '4.9',
    path: 'financialInfo.income',
    label: pair('Приходи пројекта', 'Income'),
    kind: 'table',
    key: 'year',
    columns: yearAmount(pair('Износ, РСД', 'Amount, RSD')),
    maxRows: 30,
    marks: 'oooo',
  },
  amount(
    '4.10',
    'financialInfo.feasibilityStudyBudget.value',
    pair('Буџет студије изводљивости, РСД', 'Feasibility study budget, RSD'),
    'rr-r',
  ),
  {
    no: '4.11',
    path: 'financialInfo.activityList',
    label: pair('Активности', 'Activities'),
    kind: 'table',
    key: 'name',
    minRows: 1,
    maxRows: 40,
    marks: '-rrr',
    columns: [
      { path: 'name', kind: 'text', maxLength: 200, required: true, label: pair('Активност', 'Activity') },
      {
        path: 'estimate',
        kind: 'rsd',
        required: true,
        aboveZero: true,
        label: pair('Процењена вредност, РСД', 'Estimate, RSD'),
      },
    ],
  },
];

const time = (variant: Variant): Row[] => [
  {
    no: '5.1',
    path: 'estimatedStartYear',
    label: pair('Година почетка', 'Start year'),
    kind: 'year',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.1',
    path: 'estimatedEndYear',
    label: pair('Година завршетка', 'End year'),
    kind: 'year',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.2',
    path: 'implementationDates.start',
    label: pair('Почетак имплементације', 'Start of implementation'),
    kind: 'date',
    marks: 'rrrr',
    span: 3,
    ...(variant === 'I' ? { placeholder: '01.01.2023.', minDate: '2023-01-01' } : {}),
  },
  {
    no: '5.3',
    path: 'implementationDates.end',
    label: pair('Завршетак имплементације', 'End of implementation'),
    kind: 'date',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.4',
    path: 'durationMonths',
    label: pair('Прелиминарно трајање, месеци', 'Duration, months'),
    kind: 'int',
    min: 1,
    max: 240,
    marks: 'rrrr',
    span: 3,
  },
];

const DOCUMENTS: Row[] = [
  choice('6.1', 'documents.spatialPlan', pair('Просторни план', 'Spatial plan'), 'rddd'),
  choice('6.1', 'documents.urbanPlan', pair('Урбанистички план', 'Urban plan'), 'rddd'),
  choice('6.2', 'documents.prefeasibility', pair('Претходна студија изводљивости', 'Pre-feasibility study'), 'rd--'),
  choice(
    '6.3',
    'documents.feasibility',
    pair('Студија изводљивости са идејним пројектом', 'Feasibility study'),
    '-ddd',
  ),
  choice('6.4', 'documents.land', pair('Имовинско-правни односи', 'Land'), 'rddd'),
  choice('6.5', 'documents.environment', pair('Процена утицаја на животну средину', 'Environment'), '-ddd'),
  choice('6.5', 'documents.surveys', pair('Истражни радови', 'Surveys'), '-ddd'),
  {
    no: '6.6',
    path: 'legalAssessment',
    label: pair('Оцена усклађености са прописом (ИЗДАКОН)', 'Assessment against the legal act (IZDAKON)'),
    kind: 'file',
    emptyByRule: true,
    marks: 'rr-r',
  },
  choice('6.7', 'documents.location', pair('Локацијски услови', 'Location conditions'), '--d-'),
  choice('6.7', 'documents.revision', pair('Извештај ревизионе комисије', 'Revision report'), '--d-'),
  choice('6.7', 'documents.technical', pair('Техничка документација', 'Technical documents'), '--d-'),
  choice('6.7', 'documents.permit', pair('Грађевинска дозвола', 'Building permit'), '--d-'),
  choice('6.7', 'documents.consents', pair('Сагласности', 'Consents'), '--d-'),
  choice('6.7', 'documents.tender', pair('Конкурсна документација', 'Tender documents'), '--d-'),
  {
    no: '6.8',
    path: 'readiness',
    label: pair('Спремност документације, %', 'Readiness, %'),
    kind: 'percent',
    marks: '--c-',
    span: 4,
  },
  {
    no: '6.9',
    path: 'governmentDecision.file',
    label: pair('Одлука Владе', 'Government decision'),
    kind: 'file',
    emptyByRule: true,
    marks: '---r',
  },
  text('6.9', 'governmentDecision.number', pair('Број одлуке', 'Decision number'), 50, '---r', { span: 4 }),
  {
    no: '6.9',
    path: 'governmentDecision.date',
    label: pair('Датум одлуке', 'Decision date'),
    kind: 'date',
    marks: '---r',
    span: 4,
  },
  long('6.10', 'importantReasons', pair('Разлози посебног значаја', 'Why it is important'), 8000, '---r'),
];

const SCOPE: Row[] = [
  choice('7.1', 'scope.design', pair('Обухваћено: израда документације', 'Included: design'), 'rrrr'),
  choice('7.1', 'scope.land', pair('Обухваћено: прибављање земљишта', 'Included: land'), 'rrrr'),
  choice('7.1', 'scope.works', pair('Обухваћено: радови', 'Included: works'), 'rrrr'),
  choice('7.1', 'scope.equipment', pair('Обухваћено: опрема', 'Included: equipment'), 'rrrr'),
  choice('7.1', 'scope.supervision', pair('Обухваћено: надзор', 'Included: supervision'), 'rrrr'),
  choice('7.2', 'procurement.works', pair('Набавка радова', 'Procurement of works'), 'rrrr'),
  choice('7.2', 'procurement.goods', pair('Набавка добара', 'Procurement of goods'), 'rrrr'),
  choice('7.2', 'procurement.services', pair('Набавка услуга', 'Procurement of services'), 'rrrr'),
  choice(
    '7.2',
    'procurement.international',
    pair('Набавка по правилима међународног финансијера', 'International financing rules'),
    'rrrr',
  ),
];

const capacity = (variant: Variant): Row[] => [
  choice('8.1', 'capacity.unit', pair('Јединица за спровођење', 'Implementation unit'), 'rrrr'),
  choice('8.1', 'capacity.staff', pair('Обучени запослени', 'Trained staff'), 'rrrr'),
  {
    no: '8.2',
    path: 'risks',
    label: pair('Ризици', 'Risks'),
    kind: 'table',
    columns: RISK_COLUMNS,
    maxRows: 30,
    ...(variant === 'S' ? { minRows: 1 } : {}),
    marks: 'ooro',
  },
];

const NOTES: Row[] = [
  long('9.1', 'notes', pair('Напомене', 'Notes'), 4000, 'oooo'),
  long(
    '9.2',
    'opinions.ministry',
    pair('Мишљење Министарства финансија', 'Ministry of finance opinion'),
    4000,
    'oooo',
    { admin: true },
  ),
  long('9.3', 'opinions.mei', pair('Мишљење МЕИ', 'MEI opinion'), 4000, 'oooo', { mei: true, visibleWhen: EU_ONLY }),
];

/** Sections and fields of one preparation form, from the one table of all four (form catalogue, B). */
export function preparationSections(variant: Variant): Section[] {
  const section = (key: string, title: TextPair, rows: Row[]): Section => ({
    key,
    title,
    fields: rows.flatMap((row) => forVariant(row, variant)).map(({ no, ...field }) => (no ? { no, ...field } : field)),
  });
  return [
    section('basic', pair('Основни подаци', 'Basic data'), BASIC),
    section('description', pair('Опис', 'Description'), DESCRIPTION),
    section('criteria', pair('Критеријуми', 'Criteria'), CRITERIA),
    section('finance', pair('Финансије', 'Finance'), finance(variant === 'P' || variant === 'S')),
    section('time', pair('Рокови', 'Time'), time(variant)),
    section('documents', pair('Документација', 'Documents'), DOCUMENTS),
    section('scope', pair('Обим и набавке', 'Scope and procurement'), SCOPE),
    section('capacity', pair('Капацитети и ризици', 'Capacity and risks'), capacity(variant)),
    section('notes', pair('Напомене и мишљења', 'Notes and opinions'), NOTES),
  ];
}
