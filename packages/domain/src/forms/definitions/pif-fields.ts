import type { Field, Section } from '../types.ts';
import { pair } from '../../text/bilingual-text.ts';
import { FOREIGN_SOURCES, RISK_COLUMNS, SECTOR_OPTIONS, SOURCES } from './common.ts';
import {
  addresses,
  choice,
  COMPUTED,
  date,
  long,
  percent,
  planDoc,
  REQUIRED,
  ROW_NAME,
  rsd,
  select,
  table,
  text,
  year,
} from './fields.ts';
import type { PifVersion } from './pif-versions.ts';

/** Fields of the PIF: the base of 1-5-0 and the patches that made each later version of it (docs/forms.md, D4). */

type Fields = Readonly<Record<string, readonly Field[]>>;
type Patch = (fields: Fields) => Fields;

/** Name, sector and proposer, shared with the short PIF. */
export const OLDER_BASIC: readonly Field[] = [
  text('basic.name', 'Назив пројекта', 'Project name', 512, { ...REQUIRED, no: '1.1', minLetters: 5 }),
  select('basic.sector', 'Сектор', 'Sector', SECTOR_OPTIONS, { ...REQUIRED, no: '1.2' }),
  {
    path: 'basic.proposer',
    kind: 'org',
    no: '1.3',
    required: true,
    span: 6,
    label: pair('Предлагач', 'Proposer'),
  },
];

export const LOCATIONS: Field = {
  path: 'basic.locations',
  kind: 'locationList',
  no: '1.5',
  required: true,
  minRows: 1,
  maxRows: 50,
  label: pair('Локације', 'Locations'),
};

/** Expenses: an amount or a short remark. */
export const EXPENSES: readonly Field[] = [
  table(
    'expenses',
    'Расходи',
    'Expenses',
    [text('name', 'Назив', 'Name', 250, REQUIRED), text('amount', 'Износ или напомена', 'Amount or remark', 20)],
    { no: '4.8', maxRows: 50, totals: { amount: 'expensesTotal' } },
  ),
  rsd('expensesTotal', 'Укупно расходи', 'Expenses total', { ...COMPUTED, no: '4.8' }),
];

const SOURCE_COLUMNS: readonly Field[] = [
  select('source', 'Извор', 'Source', SOURCES, REQUIRED),
  text('name', 'Назив', 'Name', 250),
  rsd('localAmount', 'Износ, РСД', 'Amount, RSD', REQUIRED),
];

const DOCUMENTS: readonly [string, string, string, string][] = [
  ['6.1', 'planning', 'Плански документ', 'Planning document'],
  ['6.2', 'location', 'Локацијски услови', 'Location conditions'],
  ['6.3', 'land', 'Решени имовинско-правни односи', 'Property relations'],
  ['6.4', 'environment', 'Сагласност на процену утицаја', 'Environmental consent'],
  ['6.5', 'permit', 'Грађевинска дозвола', 'Building permit'],
];

function sources(columns: readonly Field[], totals: Readonly<Record<string, string>>): Field {
  return table('fundingSources', 'Извори финансирања', 'Funding sources', columns, {
    ...REQUIRED,
    no: '4.7',
    minRows: 1,
    maxRows: 20,
    totals,
  });
}

function schedule(shares: readonly Field[]): Field {
  return table(
    'implementation',
    'Динамика',
    'Schedule',
    [
      text('activity.name', 'Активност', 'Activity', 250, ROW_NAME),
      rsd('activity.estimate', 'Вредност, РСД', 'Estimate, RSD', COMPUTED),
      table('plan', 'Године', 'Years', [year('year', 'Година', 'Year', { ...REQUIRED, years: 'PLAN' }), ...shares], {
        ...REQUIRED,
        no: '5.2',
        minRows: 1,
        maxRows: 21,
        key: 'year',
      }),
    ],
    { ...REQUIRED, no: '5.1', fixedRows: true },
  );
}

const BASE: Fields = {
  basic: [
    ...OLDER_BASIC,
    text('basic.contact.name', 'Контакт особа', 'Contact', 100, { ...REQUIRED, no: '1.4', span: 6 }),
    addresses('basic.contact.emails', 'email', 100, { no: '1.4' }),
    addresses('basic.contact.phones', 'phone', 100, { no: '1.4' }),
    text('basic.location', 'Локација', 'Location', 500, { ...REQUIRED, no: '1.5' }),
  ],
  description: [
    long('description.purpose', 'Сврха и проблем', 'Purpose and problem', 8000, { ...REQUIRED, no: '2.1' }),
    long('description.goals', 'Циљеви', 'Goals', 8000, { ...REQUIRED, no: '2.2' }),
    long('description.results', 'Резултати', 'Results', 8000, { ...REQUIRED, no: '2.3' }),
    long('description.users', 'Корисници', 'Users', 4000, { ...REQUIRED, no: '2.4' }),
  ],
  relevance: [
    long('relevance.strategy', 'Усклађеност са стратегијама', 'Strategy fit', 4000, { ...REQUIRED, no: '3.1' }),
    long('relevance.alternatives', 'Разматране алтернативе', 'Alternatives', 4000, { no: '3.2' }),
  ],
  finance: [
    table(
      'financialInfo.activityList',
      'Активности',
      'Activities',
      [
        text('name', 'Активност', 'Activity', 250, REQUIRED),
        rsd('estimate', 'Вредност, РСД', 'Estimate, RSD', REQUIRED),
      ],
      { ...REQUIRED, no: '4.1', minRows: 1, maxRows: 50, key: 'name' },
    ),
    rsd('financialInfo.price.local', 'Процењена вредност', 'Estimated value', {
      ...REQUIRED,
      no: '4.2',
      aboveZero: true,
    }),
    rsd('financialInfo.preparationAmount.value', 'Средства за припрему', 'Preparation funds', {
      ...REQUIRED,
      no: '4.3',
    }),
    rsd('financialInfo.implementationAmount.value', 'Средства за реализацију', 'Implementation funds', {
      ...REQUIRED,
      no: '4.4',
    }),
    rsd('financialInfo.fundsTotal', 'Укупна средства', 'Funds total', { ...COMPUTED, no: '4.5' }),
    sources(SOURCE_COLUMNS, { localAmount: 'fundingTotal' }),
    rsd('fundingTotal', 'Укупно извори', 'Sources total', { ...COMPUTED, no: '4.7' }),
    ...EXPENSES,
  ],
  schedule: [
    schedule([percent('percent', 'Учешће године, %', 'Share of the year, %', REQUIRED)]),
    date('startDate', 'Почетак', 'Start', { ...REQUIRED, no: '5.3' }),
    date('endDate', 'Завршетак', 'End', { ...REQUIRED, no: '5.4' }),
  ],
  documents: DOCUMENTS.map(([no, path, sr, en]) => choice(`documents.${path}`, sr, en, { no })),
  organization: [
    long('organization.capacity', 'Капацитет за спровођење', 'Capacity', 4000, { ...REQUIRED, no: '7.1' }),
  ],
  risks: [long('risks', 'Ризици', 'Risks', 4000, { no: '8.1' })],
  notes: [long('notes', 'Напомене', 'Notes', 4000, { no: '9.1' })],
};

/** Replaces the field at a path of a section, keeping its place. */
const replace =
  (section: string, path: string, ...by: readonly Field[]): Patch =>
  (fields) => ({
    ...fields,
    [section]: (fields[section] ?? []).flatMap((field) => (field.path === path ? by : [field])),
  });

const addAfter =
  (section: string, path: string, ...more: readonly Field[]): Patch =>
  (fields) => ({
    ...fields,
    [section]: (fields[section] ?? []).flatMap((field) => (field.path === path ? [field, ...more] : [field])),
  });

const priceForeign = (required: boolean): Field => ({
  path: 'financialInfo.price.foreign',
  kind: 'eur',
  no: '4.2',
  span: 4,
  label: pair('Вредност у еврима', 'Value in EUR'),
  ...(required ? REQUIRED : {}),
});

const quarters = ([1, 2, 3, 4] as const).map((quarter) =>
  percent(`q${quarter}.percent`, `Квартал ${quarter}, %`, `Quarter ${quarter}, %`, REQUIRED),
);

const FOREIGN_COLUMNS: readonly Field[] = [
  { path: 'currency', kind: 'currency', label: pair('Валута', 'Currency') },
  { path: 'foreignAmount', kind: 'foreign', label: pair('Износ у валути', 'Amount') },
  percent('percentage', 'Учешће, %', 'Share, %', REQUIRED),
];
const SOURCE_TOTALS: readonly Field[] = [
  rsd('sourceTotals.local', 'Укупно, РСД', 'Total, RSD', { ...COMPUTED, no: '4.7' }),
  percent('sourceTotals.percentage', 'Укупно, %', 'Total, %', { ...COMPUTED, no: '4.7', unbounded: true }),
  {
    path: 'sourceTotals.foreign',
    kind: 'eur',
    no: '4.7',
    computed: true,
    span: 4,
    label: pair('Укупно, EUR', 'Total, EUR'),
  },
];
const TOTAL_COLUMNS = {
  localAmount: 'sourceTotals.local',
  percentage: 'sourceTotals.percentage',
  foreignAmount: 'sourceTotals.foreign',
} as const;

/** The changes of each version from the previous one; the first is for 1-5-1. */
const PATCHES: readonly (readonly Patch[])[] = [
  [
    addAfter(
      'relevance',
      'relevance.alternatives',
      long('relevance.legalBasis', 'Правни основ', 'Legal basis', 4000, { ...REQUIRED, no: '3.3' }),
    ),
    addAfter('finance', 'financialInfo.price.local', priceForeign(false)),
  ],
  [replace('schedule', 'implementation', schedule(quarters))],
  [
    replace(
      'description',
      'description.users',
      long('description.beneficiaries', 'Корисници', 'Beneficiaries', 4000, { ...REQUIRED, no: '2.4' }),
    ),
    replace('risks', 'risks', table('riskList', 'Ризици', 'Risks', RISK_COLUMNS, { no: '8.1', maxRows: 30 })),
  ],
  [
    replace('finance', 'financialInfo.price.foreign', priceForeign(true)),
    replace('finance', 'fundingSources', sources([...SOURCE_COLUMNS, ...FOREIGN_COLUMNS], TOTAL_COLUMNS)),
    addAfter('finance', 'fundingTotal', ...SOURCE_TOTALS),
  ],
  [
    replace('basic', 'basic.location', LOCATIONS),
    addAfter('finance', 'financialInfo.fundsTotal', {
      path: 'letterOfIntent',
      kind: 'file',
      no: '4.6',
      emptyByRule: true,
      label: pair('Писмо о намерама', 'Letter of intent'),
      visibleWhen: { anyRow: 'fundingSources', column: 'source', in: FOREIGN_SOURCES },
    }),
    addAfter(
      'finance',
      'expensesTotal',
      table(
        'income',
        'Приходи',
        'Income',
        [
          year('year', 'Година', 'Year', { ...REQUIRED, years: 'GEN' }),
          rsd('amount', 'Износ, РСД', 'Amount, RSD', REQUIRED),
        ],
        { no: '4.9', maxRows: 30, key: 'year' },
      ),
    ),
    ...DOCUMENTS.map(([no, path, sr, en]) =>
      replace('documents', `documents.${path}`, planDoc(`documents.${path}`, sr, en, { no })),
    ),
    addAfter('documents', 'documents.permit', {
      path: 'legalAssessment',
      kind: 'file',
      no: '6.6',
      emptyByRule: true,
      label: pair('Оцена усклађености са прописом (ИЗДАКОН)', 'Assessment (IZDAKON)'),
    }),
  ],
];

const TITLES = {
  basic: pair('Основни подаци', 'Basic data'),
  description: pair('Опис', 'Description'),
  relevance: pair('Релевантност', 'Relevance'),
  finance: pair('Финансијске информације', 'Financial information'),
  schedule: pair('Динамика', 'Schedule'),
  documents: pair('Документација', 'Documents'),
  organization: pair('Организација', 'Organization'),
  risks: pair('Ризици', 'Risks'),
  notes: pair('Напомене', 'Notes'),
} as const;

/** Sections of one version: the base with every patch up to it. */
export function pifSections(version: PifVersion): Section[] {
  const fields = PATCHES.slice(0, version)
    .flat()
    .reduce((made, patch) => patch(made), BASE);
  return Object.entries(TITLES).map(([key, title]) => ({ key, title, fields: fields[key] ?? [] }));
}
