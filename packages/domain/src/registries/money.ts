import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { codeOfDigits, NAME, NAME_EN, PERIOD, STATUS, VALID_TO } from './columns.ts';
import type { Registry, RegistryColumn } from './types.ts';
import { WORDS } from '../text/words.ts';

/** Registries of money and of the budget classification. */

const LEVEL: RegistryColumn = {
  name: 'level',
  kind: 'int',
  label: WORDS.level,
  min: 1,
  max: 9,
};

const ISO_NUMBER: RegistryColumn = {
  name: 'numericCode',
  kind: 'code',
  label: { sr: 'Нумеричка ознака', en: 'Numeric code' },
  maxLength: 3,
  pattern: '\\d{3}',
};

/** A part of an appropriation's key: short free text, because budgets have different notations. */
function part(name: string, label: BilingualText): RegistryColumn {
  return { name, kind: 'code', label, maxLength: 20 };
}

function budgetAmount(name: string, label: BilingualText): RegistryColumn {
  return { name, kind: 'amount', label, required: true, scale: 2, min: 0 };
}

const MONEY: readonly Registry[] = [
  {
    code: 'currencies',
    title: { sr: 'Валуте', en: 'Currencies' },
    description: { sr: 'Ознаке валута по стандарду ISO 4217.', en: 'Currency codes of ISO 4217.' },
    key: ['code'],
    name: 'name',
    columns: [
      {
        name: 'code',
        kind: 'code',
        label: { sr: 'Ознака', en: 'Code' },
        required: true,
        maxLength: 3,
        pattern: '[A-Z]{3}',
      },
      ISO_NUMBER,
      NAME,
      NAME_EN,
      STATUS,
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Currency',
  },
  {
    code: 'exchange-rates',
    title: { sr: 'Курсна листа', en: 'Exchange rates' },
    description: {
      sr: 'Средњи курсеви динара по данима; важи најновији на дан или пре њега.',
      en: 'Middle rates of the dinar by day; the newest on or before a day counts.',
    },
    key: ['currencyCode', 'rateDate'],
    describedBy: ['currencyCode', 'rateDate'],
    newestBy: 'rateDate',
    columns: [
      {
        name: 'currencyCode',
        kind: 'code',
        label: WORDS.currency,
        required: true,
        maxLength: 3,
        pattern: '[A-Z]{3}',
        references: 'currencies',
      },
      { name: 'rateDate', kind: 'date', label: WORDS.date, required: true },
      {
        name: 'unit',
        kind: 'int',
        label: { sr: 'Јединица', en: 'Unit' },
        required: true,
        min: 1,
        max: 1_000_000,
      },
      {
        name: 'middleRate',
        kind: 'amount',
        label: { sr: 'Средњи курс (РСД)', en: 'Middle rate (RSD)' },
        required: true,
        scale: 4,
        min: 0.0001,
        max: 9_999_999_999.9999,
      },
      { ...STATUS, label: { sr: 'Порекло', en: 'Source' } },
      { ...VALID_TO, label: { sr: 'Повучено', en: 'Withdrawn on' } },
    ],
    validity: 'withdrawn',
    claim: 'Registry_Currency',
  },
  {
    code: 'appropriations',
    title: WORDS.appropriations,
    description: {
      sr: 'Одобрена средства буџета по годинама, органима и класификацијама.',
      en: 'Budget appropriations by year, body and classification.',
    },
    key: ['id'],
    describedBy: [
      'budgetYear',
      'organizationCode',
      'programCode',
      'projectCode',
      'functionCode',
      'economicClassificationCode',
    ],
    columns: [
      {
        name: 'id',
        kind: 'int',
        label: WORDS.number,
        required: true,
        min: 1,
        max: 2_147_483_647,
      },
      {
        name: 'budgetYear',
        kind: 'int',
        label: WORDS.year,
        required: true,
        min: 2000,
        max: 2100,
      },
      {
        name: 'organizationCode',
        kind: 'code',
        label: { sr: 'Корисник буџета', en: 'Budget user' },
        required: true,
        maxLength: 5,
        references: 'budget-users',
      },
      part('chapter', WORDS.chapter),
      part('subchapter', pair('Глава', 'Subchapter')),
      part('programCode', WORDS.program),
      part('projectCode', WORDS.project),
      { ...part('functionCode', WORDS.function), references: 'functions' },
      { ...part('sourceOfFundingCode', pair('Извор финансирања', 'Funding source')), references: 'funding-sources' },
      {
        ...part('economicClassificationCode', pair('Економска класификација', 'Economic classification')),
        references: 'economic-classifications',
      },
      budgetAmount('amount', WORDS.amountRsd),
      budgetAmount('currentAmount', pair('Текући износ (РСД)', 'Current amount (RSD)')),
      ...PERIOD,
    ],
    validity: 'period',
    claim: null,
  },
];

const CLASSIFICATION: readonly Registry[] = [
  {
    code: 'functions',
    title: { sr: 'Функције', en: 'Functions' },
    description: { sr: 'Функционална класификација расхода.', en: 'Functional classification of expenditure.' },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(3),
      NAME,
      LEVEL,
      {
        name: 'parentCode',
        kind: 'code',
        label: { sr: 'Надређена шифра', en: 'Parent code' },
        maxLength: 3,
        references: 'functions',
      },
      STATUS,
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Function',
  },
  {
    code: 'economic-classifications',
    title: { sr: 'Економске класификације', en: 'Economic classifications' },
    description: { sr: 'Контни оквир за буџетски систем.', en: 'Chart of accounts of the budget system.' },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(6),
      { name: 'shortCode', kind: 'code', label: { sr: 'Кратка шифра', en: 'Short code' }, maxLength: 6 },
      NAME,
      LEVEL,
      {
        name: 'parentCode',
        kind: 'code',
        label: { sr: 'Надређена шифра', en: 'Parent code' },
        maxLength: 6,
        references: 'economic-classifications',
      },
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_EconomicClassification',
  },
  {
    code: 'funding-sources',
    title: WORDS.fundingSources,
    description: { sr: 'Извори из којих се финансирају расходи.', en: 'Sources that expenditure is financed from.' },
    key: ['code'],
    name: 'name',
    columns: [codeOfDigits(2), NAME, ...PERIOD],
    validity: 'period',
    claim: 'Registry_SourceOfFunding',
  },
];

const PAYMENTS: readonly Registry[] = [
  {
    code: 'payment-codes',
    title: { sr: 'Шифре плаћања', en: 'Payment codes' },
    description: { sr: 'Шифре основа плаћања у платном промету.', en: 'Codes of the purpose of a payment.' },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(3),
      NAME,
      { name: 'groupName', kind: 'text', label: WORDS.group, maxLength: 200 },
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_PaymentCode',
  },
  {
    code: 'countries',
    title: { sr: 'Државе', en: 'Countries' },
    description: { sr: 'Ознаке држава по стандарду ISO 3166.', en: 'Country codes of ISO 3166.' },
    key: ['alpha2'],
    name: 'name',
    columns: [
      {
        name: 'alpha2',
        kind: 'code',
        label: { sr: 'Ознака (2)', en: 'Code (2)' },
        required: true,
        maxLength: 2,
        pattern: '[A-Z]{2}',
      },
      {
        name: 'alpha3',
        kind: 'code',
        label: { sr: 'Ознака (3)', en: 'Code (3)' },
        maxLength: 3,
        pattern: '[A-Z]{3}',
      },
      ISO_NUMBER,
      NAME,
      NAME_EN,
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Country',
  },
  {
    code: 'banks',
    title: { sr: 'Банке', en: 'Banks' },
    description: { sr: 'Банке по водећем броју рачуна.', en: 'Banks by the prefix of their accounts.' },
    key: ['code'],
    name: 'name',
    columns: [
      codeOfDigits(3),
      NAME,
      { name: 'nameLatin', kind: 'text', label: { sr: 'Назив латиницом', en: 'Name in Latin' }, maxLength: 300 },
      STATUS,
      { name: 'note', kind: 'text', label: { sr: 'Напомена', en: 'Note' }, maxLength: 500 },
      ...PERIOD,
    ],
    validity: 'period',
    claim: 'Registry_Bank',
  },
];

export const MONEY_AND_CLASSIFICATIONS: readonly Registry[] = [...MONEY, ...CLASSIFICATION, ...PAYMENTS];
