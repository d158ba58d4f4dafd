import { describe, expect, it } from 'vitest';
import { YES } from '../forms/answers.ts';
import { FORM_CODE, PIF_CODES } from '../forms/codes.ts';
import type { FormValues } from '../forms/types.ts';
import { PUBLIC_FACT_NAMES, publicFormFacts } from './form-facts.ts';

/** Fields beside those that are public, in each object and row. */
const SECRET = { contact: 'маил@example.rs', note: 'интерно' };
const LOCATIONS = [{ id: 7, name: 'Ужице', ...SECRET }];
const PLACES = [{ id: 7, name: 'Ужице' }];
const SOURCE = { source: 'budget', name: 'Буџет', localAmount: '5.00' };
const SOURCES = [{ ...SOURCE, ...SECRET }];

const PREPARATION: FormValues = {
  basic: {
    projectName: 'Пут',
    level: 2,
    proposer: { id: '50112', ...SECRET },
    locations: LOCATIONS,
    isdaconNumber: '12',
    ...SECRET,
  },
  description: {
    summary: 'Сажетак',
    goals: 'Циљеви',
    beneficiaries: 'Корисници',
    strategies: [{ document: 'Стратегија', goal: 'Циљ', ...SECRET }],
    ...SECRET,
  },
  financialInfo: {
    price: { local: '10.00', ...SECRET },
    fundingSources: SOURCES,
    yearlyCosts: [{ year: 2027, amount: '10.00', ...SECRET }],
    ...SECRET,
  },
  ...SECRET,
};
const PREPARATION_FACTS = {
  name: 'Пут',
  level: 2,
  proposer: '50112',
  locations: PLACES,
  isdaconNumber: '12',
  summary: 'Сажетак',
  goals: 'Циљеви',
  beneficiaries: 'Корисници',
  strategies: [{ document: 'Стратегија', goal: 'Циљ' }],
  value: '10.00',
  sources: [SOURCE],
  years: [{ year: 2027, amount: '10.00' }],
};

const PIF: FormValues = {
  basic: { name: 'Мост', proposer: { id: '50112', ...SECRET }, locations: LOCATIONS, ...SECRET },
  description: { purpose: 'Сврха', goals: 'Циљеви', beneficiaries: 'Корисници', ...SECRET },
  relevance: { strategy: 'Стратегија', ...SECRET },
  financialInfo: { price: { local: '20.00', ...SECRET } },
  fundingSources: SOURCES,
  ...SECRET,
};
const PIF_FACTS = {
  name: 'Мост',
  proposer: '50112',
  locations: PLACES,
  summary: 'Сврха',
  goals: 'Циљеви',
  beneficiaries: 'Корисници',
  strategy: 'Стратегија',
  value: '20.00',
  sources: [SOURCE],
};

const QUARTERS = { q1: '1.00', q2: '2.00', q3: '3.00', q4: '4.00' };
const PLAN: FormValues = {
  basic: { projectName: 'Пут', locations: LOCATIONS, ...SECRET },
  financialInfo: {
    price: { local: '10.00' },
    fundingSources: SOURCES,
    activityList: [{ name: 'Радови', estimate: '10.00', ...SECRET }],
  },
  implementationDates: { start: '2027-01-01', end: '2027-12-31', ...SECRET },
  implementation: [{ activity: { name: 'Радови', ...SECRET }, plan: [{ year: 2027, ...QUARTERS, ...SECRET }] }],
  ...SECRET,
};
const PLAN_FACTS = {
  name: 'Пут',
  locations: PLACES,
  value: '10.00',
  sources: [SOURCE],
  activities: [{ name: 'Радови', estimate: '10.00' }],
  start: '2027-01-01',
  end: '2027-12-31',
  schedule: [{ activity: 'Радови', plan: [{ year: 2027, ...QUARTERS }] }],
};

const QUARTER: FormValues = {
  summary: {
    activities: [
      {
        name: 'Радови',
        details: {
          physical: { activityFulfilled: 40, ...SECRET },
          financial: { realExpense: '4.00', ...SECRET },
          ...SECRET,
        },
        ...SECRET,
      },
    ],
    ...SECRET,
  },
};
const QUARTER_FACTS = { progress: [{ name: 'Радови', fulfilled: 40, expense: '4.00' }] };

const PROCUREMENT = {
  subject: 'Радови',
  kind: 'radovi',
  procedure: 'otvoreni',
  net: '8.00',
  gross: '9.60',
  call: '2027-01-01',
  contract: '2027-03-01',
  duration: 12,
};

const FINAL: FormValues = {
  basicInfo: { actualEnd: '2027-12-31', delayed: YES, notes: 'Киша', ...SECRET },
  expenses: {
    totals: { actualRealization: '9.00', ...SECRET },
    deviation: { deviated: YES, notes: 'Цене', ...SECRET },
    ...SECRET,
  },
};

const ALL: [string, FormValues, object][] = [
  ...['ideja', 'identifikacija-projekta', 'spremnost', 'posebnog-znacaja'].map((code): [string, FormValues, object] => [
    code,
    PREPARATION,
    PREPARATION_FACTS,
  ]),
  ...PIF_CODES.map((code): [string, FormValues, object] => [code, PIF, PIF_FACTS]),
  [
    'pif-mini',
    {
      basic: { name: 'Мост', proposer: { id: '50112', ...SECRET }, locations: LOCATIONS, ...SECRET },
      description: 'Опис',
      estimate: { total: '3.00', ...SECRET },
      fundingSources: SOURCES,
      ...SECRET,
    },
    { name: 'Мост', proposer: '50112', locations: PLACES, summary: 'Опис', value: '3.00', sources: [SOURCE] },
  ],
  [FORM_CODE.plan, PLAN, PLAN_FACTS],
  [FORM_CODE.correction, PLAN, PLAN_FACTS],
  [FORM_CODE.quarterlyReport, QUARTER, QUARTER_FACTS],
  [FORM_CODE.quarterlyCorrection, QUARTER, QUARTER_FACTS],
  [
    'predimplementacija',
    { procurement: { items: [{ ...PROCUREMENT, ...SECRET }], ...SECRET }, ...SECRET },
    { procurements: [PROCUREMENT] },
  ],
  ['zavrsni', FINAL, { actualEnd: '2027-12-31', delayNotes: 'Киша', actualValue: '9.00', deviationNotes: 'Цене' }],
];

it.each(ALL)('%s publishes only the fields that are named', (code, values, facts) => {
  expect(publicFormFacts(code, values)).toEqual(facts);
});

it('each public fact is in one of these forms', () => {
  expect(new Set(ALL.flatMap(([, , facts]) => Object.keys(facts)))).toEqual(PUBLIC_FACT_NAMES);
});

it('empty values and tables are left out, at any depth', () => {
  const values = {
    basic: { projectName: null, locations: [{ id: 7, name: null }] },
    description: { strategies: [], summary: undefined },
    financialInfo: { fundingSources: 'нема' },
  };
  const facts = publicFormFacts('ideja', values);
  expect(facts).toStrictEqual({ locations: [{ id: 7 }] });
});

describe('public facts of odd values', () => {
  it('the named fields alone, of a table those of its rows in their order', () => {
    const places = [{ id: '1', name: 'А', contact: 'Тајна' }, 'no row', { id: '2', name: null }];
    const facts = { name: 'Пут', locations: [{ id: '1', name: 'А' }, { id: '2' }] };
    const given = { basic: { projectName: 'Пут', locations: places, contact: 'Тајна', level: null } };
    expect(publicFormFacts('ideja', given)).toEqual(facts);
    expect(publicFormFacts('1-5-0', { basic: { name: 'Пут', locations: places } })).toEqual(facts);
    expect(publicFormFacts('spremnost', { basic: { locations: [] }, description: { strategies: 'x' } })).toEqual({});
  });

  it('the schedule of a plan and the progress of a quarter, row by row', () => {
    const quarter = { percent: '50.00', amount: '1.00' };
    const plan = {
      implementation: [{ activity: { name: 'Радови', id: 1 }, plan: [{ year: 2026, q1: quarter, q5: 1 }] }, 7],
    };
    expect(publicFormFacts('plan', plan)).toEqual({
      schedule: [{ activity: 'Радови', plan: [{ year: 2026, q1: quarter }] }],
    });
    const details = { physical: { activityFulfilled: '5.00' }, financial: { realExpense: '1.00', note: 'x' } };
    expect(publicFormFacts('kvartalni', { summary: { activities: [{ name: 'Радови', details }] } })).toEqual({
      progress: [{ name: 'Радови', fulfilled: '5.00', expense: '1.00' }],
    });
    expect(publicFormFacts('kvartalni', { summary: { activities: [] } })).toEqual({});
  });

  it('why it took or cost more only where the report says that it did', () => {
    const facts = (answer: string) =>
      publicFormFacts('zavrsni', {
        basicInfo: { delayed: answer, notes: 'Касни.' },
        expenses: { deviation: { deviated: answer, notes: 'Скупље.' } },
      });
    expect(facts('Да')).toEqual({ delayNotes: 'Касни.', deviationNotes: 'Скупље.' });
    expect(facts('Не')).toEqual({});
  });

  it('the description of a short form only where it is a text', () => {
    expect(publicFormFacts('pif-mini', { description: 'Пут.' })).toEqual({ summary: 'Пут.' });
    expect(publicFormFacts('pif-mini', { description: { purpose: 'Пут.' } })).toEqual({});
  });

  it('of other forms nothing', () => {
    for (const code of ['racionalizacija', 'efekti', 'toString']) {
      expect(publicFormFacts(code, PREPARATION)).toEqual({});
    }
  });
});
