import { describe, expect, it } from 'vitest';
import { preparationRules } from './definitions/preparation-rules.ts';
import { amount, choice, forVariant, long, text, VARIANTS } from './definitions/preparation-table.ts';
import { setPath } from './paths.ts';
import { formOf } from '../../test/forms.ts';
import type { FormValues, Rule } from './types.ts';

/** Error, warning or absent in idea, identification, preparedness and importance (docs/forms.md, B). */
const SEVERITIES = {
  FluentCapitalEstimate: 'EWWW',
  FluentForeignEstimate: 'EWWW',
  FluentImplementationTooShort: 'EWWW',
  FluentDurationTooShort: 'EWWW',
  FluentImplementationStart: 'E---',
  FluentPlanDateOrder: 'EEEE',
  FluentYearOrder: 'EEEE',
  FluentYearDateMismatch: 'WWWW',
  FluentDurationBelowDates: 'WWWW',
  FluentYearsDuration: 'EEEE',
  FluentYearlyCostYear: 'EEEE',
  FluentYearlyCostSum: 'EEEE',
  FluentFundingSourceSum: 'EEEE',
  FluentActivityEstimateSum: '-EEE',
  FluentEstimateEmpty: 'EEEE',
  FluentTotalBelowParts: 'EEEE',
  FluentFeasibilityBudget: 'EE-E',
  FluentLetterOfIntent: 'EEEE',
  FluentLegalAssessment: 'EE-E',
  FluentGovernmentDecision: '---E',
  FluentForeignCurrency: 'EEEE',
  FluentEuSourceMissing: 'EEEE',
  FluentOptionChosen: '-E--',
  FluentSourceNotProvided: '-WW-',
  FluentDocumentNotReady: '--W-',
  FluentIncomeYear: 'WWWW',
  FluentHighRisk: 'WWWW',
} as const;
type Code = keyof typeof SEVERITIES;

const ALL = VARIANTS.flatMap((variant) => preparationRules(variant));

function ruleOf(code: Code): Rule {
  const found = ALL.find((rule) => rule.code === code);
  if (!found) throw new Error(`No rule ${code}`);
  return found;
}

function valuesOf(places: Record<string, unknown>): FormValues {
  const values: FormValues = {};
  for (const [path, value] of Object.entries(places)) setPath(values, path, value);
  return values;
}

const CONTEXT = { today: '2026-05-04', foreignFunds: false };
/** Places that the rule names. */
const found = (code: Code, places: Record<string, unknown>) =>
  ruleOf(code)
    .check({ values: valuesOf(places), data: {}, context: CONTEXT, definition: formOf('ideja') })
    .map(({ path, index }) => (index === undefined ? path : `${path} #${index}`));

const LEVEL = 'basic.level';
const EU = 'basic.euFunded';
const EURO = 'criteria.estimateEur';
const PRICE = 'financialInfo.price.local';
const SOURCES = 'financialInfo.fundingSources';
const COSTS = 'financialInfo.yearlyCosts';
const ACTIVITIES = 'financialInfo.activityList';
const SPENT = 'financialInfo.spent.value';
const PREPARATION = 'financialInfo.preparationAmount.value';
const REALIZATION = 'financialInfo.implementationAmount.value';
const STUDY = 'financialInfo.feasibilityStudyBudget.value';
const START = 'implementationDates.start';
const END = 'implementationDates.end';
const FIRST = 'estimatedStartYear';
const LAST = 'estimatedEndYear';
const MONTHS = 'durationMonths';
const LETTER = 'financialInfo.letterOfIntent';
const OPTIONS = 'description.options';

const NATIONAL = { [LEVEL]: 'Републички', [EU]: 'Не' };
const NATIONAL_EU = { [LEVEL]: 'Републички', [EU]: 'Да' };
const euro = (amount: string, source = 'Фондови ЕУ', id = 'EUR') => [
  { source, foreignAmount: amount, currency: { id } },
];
const years = (...list: unknown[]) => list.map((year) => ({ year }));

/** Values that break each rule, and the places of its messages. */
const BROKEN: Record<Code, readonly (readonly [Record<string, unknown>, readonly string[]])[]> = {
  FluentCapitalEstimate: [
    [{ ...NATIONAL, [EURO]: '20000000.00' }, [PRICE]],
    [{ [LEVEL]: 'Локални', [EU]: 'Да', [EURO]: '2000000.00' }, [PRICE]],
  ],
  FluentForeignEstimate: [
    [{ ...NATIONAL_EU, [EURO]: '20000000.00', [SOURCES]: euro('5000000.00') }, [SOURCES]],
    [{ ...NATIONAL_EU, [EURO]: '1.00', [SOURCES]: euro('9000000.00', 'Сопствена средства') }, [SOURCES]],
    [{ ...NATIONAL_EU, [EURO]: '1.00', [SOURCES]: euro('9000000.00', 'Зајам', 'USD') }, [SOURCES]],
  ],
  FluentImplementationTooShort: [[{ [START]: '2027-03-01', [END]: '2028-03-01' }, [END]]],
  FluentDurationTooShort: [[{ [MONTHS]: 11 }, [MONTHS]]],
  FluentImplementationStart: [[{ [START]: '2022-12-31' }, [START]]],
  FluentPlanDateOrder: [[{ [START]: '2027-03-02', [END]: '2027-03-01' }, [END]]],
  FluentYearOrder: [[{ [FIRST]: 2028, [LAST]: 2027 }, [LAST]]],
  FluentYearDateMismatch: [
    [{ [START]: '2026-12-31', [END]: '2028-12-31', [FIRST]: 2027, [LAST]: 2028 }, [START]],
    [{ [START]: '2027-01-01', [END]: '2029-01-01', [FIRST]: 2027, [LAST]: 2028 }, [END]],
    [{ [START]: '2026-12-31', [END]: '2029-01-01', [FIRST]: 2027, [LAST]: 2028 }, [START]],
  ],
  FluentDurationBelowDates: [[{ [START]: '2027-03-31', [END]: '2028-03-01', [MONTHS]: 12 }, [MONTHS]]],
  FluentYearsDuration: [
    [{ [MONTHS]: 13, [COSTS]: years(2027) }, [COSTS]],
    [{ [MONTHS]: 13, [COSTS]: years(2027, 2028, 2029) }, [COSTS]],
    [{ [MONTHS]: 12 }, [COSTS]],
  ],
  FluentYearlyCostYear: [
    [
      { [FIRST]: 2027, [LAST]: 2028, [COSTS]: years(2026, 2027, 2028, 2029, undefined) },
      [`${COSTS}[1].year #1`, `${COSTS}[4].year #4`],
    ],
  ],
  FluentYearlyCostSum: [[{ [PRICE]: '10.00', [COSTS]: [{ amount: '4.00' }, { amount: '6.02' }] }, [COSTS]]],
  FluentFundingSourceSum: [[{ [PRICE]: '10.00', [SOURCES]: [{ localAmount: '9.98' }] }, [SOURCES]]],
  FluentActivityEstimateSum: [[{ [PRICE]: '10.00', [ACTIVITIES]: [{ estimate: '9.98' }] }, [ACTIVITIES]]],
  FluentEstimateEmpty: [[{ [REALIZATION]: '0.00' }, [REALIZATION]]],
  FluentTotalBelowParts: [
    [{ [PRICE]: '100.00', [SPENT]: '40.00', [PREPARATION]: '10.00', [REALIZATION]: '50.02' }, [PRICE]],
  ],
  FluentFeasibilityBudget: [[{ [STUDY]: '10.02', [PREPARATION]: '10.00' }, [STUDY]]],
  FluentLetterOfIntent: [
    [{ [SOURCES]: [{ source: 'Остало' }, { source: 'Донација' }] }, [LETTER]],
    [{ [SOURCES]: [{ source: 'Зајам' }], [LETTER]: '' }, [LETTER]],
  ],
  FluentLegalAssessment: [[{}, ['legalAssessment']]],
  FluentGovernmentDecision: [[{}, ['governmentDecision.file']]],
  FluentForeignCurrency: [
    [
      { [SOURCES]: [{ source: 'Остало' }, { source: 'Зајам' }, { source: 'Донација', currency: { name: 'Евро' } }] },
      [`${SOURCES}[2].currency #2`, `${SOURCES}[3].currency #3`],
    ],
  ],
  FluentEuSourceMissing: [
    [{ [EU]: 'Да', [SOURCES]: [{ source: 'Зајам' }] }, [EU]],
    [{ [EU]: 'Не', [SOURCES]: [{ source: 'Зајам' }, { source: 'Фондови ЕУ' }] }, [EU]],
  ],
  FluentOptionChosen: [
    [{ [OPTIONS]: [{ chosen: 'Не' }, { chosen: 'Не' }] }, [OPTIONS]],
    [{ [OPTIONS]: [{ chosen: 'Да' }, { chosen: 'Да' }] }, [OPTIONS]],
    [{ [OPTIONS]: [{ chosen: 'Да' }, { chosen: 'Не' }, { chosen: 'Не' }] }, []],
    [{ [OPTIONS]: [] }, []],
    [{}, []],
  ],
  FluentSourceNotProvided: [
    [{ [SOURCES]: [{ provided: 'Да' }, { provided: 'Не' }, {}] }, [`${SOURCES}[2].provided #2`]],
  ],
  FluentDocumentNotReady: [
    [
      { 'documents.land.choice': 'Не', 'documents.permit.choice': 'Да', 'documents.tender.choice': 'Не' },
      ['documents.land', 'documents.tender'],
    ],
  ],
  FluentIncomeYear: [
    [{ [FIRST]: 2027, 'financialInfo.income': years(2027, 2026, undefined) }, ['financialInfo.income[2].year #2']],
  ],
  FluentHighRisk: [
    [
      {
        risks: [
          { degree: 'Висок', probability: 'Висок', measures: 'Надзор' },
          { degree: 'Висок', probability: 'Висок' },
          { degree: 'Висок', probability: 'Низак' },
          { degree: 'Низак', probability: 'Висок' },
        ],
      },
      ['risks[2].measures #2'],
    ],
  ],
};

/** Values at the bound of each rule that it accepts. */
const VALID_CASES: Partial<Record<Code, readonly Record<string, unknown>[]>> = {
  FluentCapitalEstimate: [
    { ...NATIONAL, [EURO]: '20000000.01' },
    { ...NATIONAL_EU, [EURO]: '1.00' },
    { [LEVEL]: 'Локални', [EU]: 'Не', [EURO]: '2000000.01' },
  ],
  FluentForeignEstimate: [
    { ...NATIONAL_EU, [EURO]: '20000000.01' },
    { ...NATIONAL_EU, [EURO]: '1.00', [SOURCES]: euro('5000000.01') },
    { ...NATIONAL, [EURO]: '1.00' },
    { [LEVEL]: 'Локални', [EU]: 'Да', [EURO]: '1.00' },
  ],
  FluentImplementationTooShort: [{ [START]: '2027-03-01', [END]: '2028-03-02' }],
  FluentDurationTooShort: [{ [MONTHS]: 12 }],
  FluentImplementationStart: [{ [START]: '2023-01-01' }],
  FluentPlanDateOrder: [{ [START]: '2027-03-01', [END]: '2027-03-01' }],
  FluentYearOrder: [{ [FIRST]: 2028, [LAST]: 2028 }],
  FluentYearDateMismatch: [
    { [START]: '2027-01-01', [END]: '2028-12-31', [FIRST]: 2027, [LAST]: 2028 },
    { [START]: '2026-12-31', [LAST]: 2028 },
    { [END]: '2029-01-01', [FIRST]: 2027 },
  ],
  FluentDurationBelowDates: [{ [START]: '2027-03-31', [END]: '2028-02-01', [MONTHS]: 12 }],
  FluentYearsDuration: [
    { [MONTHS]: 13, [COSTS]: years(2027, 2028) },
    { [MONTHS]: 12, [COSTS]: years(2027) },
    { [MONTHS]: 12, [COSTS]: years(2027, 2028) },
  ],
  FluentYearlyCostYear: [{ [FIRST]: 2027, [LAST]: 2027, [COSTS]: years(2027) }],
  FluentYearlyCostSum: [{ [PRICE]: '10.00', [COSTS]: [{ amount: '4.00' }, { amount: '6.01' }] }],
  FluentFundingSourceSum: [{ [PRICE]: '10.00', [SOURCES]: [{ localAmount: '9.99' }] }],
  FluentActivityEstimateSum: [{ [PRICE]: '10.00', [ACTIVITIES]: [{ estimate: '10.00' }] }],
  FluentEstimateEmpty: [{ [REALIZATION]: '0.01' }],
  FluentTotalBelowParts: [{ [PRICE]: '100.00', [SPENT]: '40.00', [PREPARATION]: '10.00', [REALIZATION]: '50.01' }],
  FluentFeasibilityBudget: [
    { [STUDY]: '10.01', [PREPARATION]: '10.00' },
    { [STUDY]: '1.00', [PREPARATION]: '10.00' },
  ],
  FluentLetterOfIntent: [{ [SOURCES]: [{ source: 'Зајам' }], [LETTER]: '12' }, { [SOURCES]: [{ source: 'Остало' }] }],
  FluentLegalAssessment: [{ legalAssessment: '12' }],
  FluentGovernmentDecision: [{ 'governmentDecision.file': '12' }],
  FluentForeignCurrency: [{ [SOURCES]: [{ source: 'Зајам', currency: { id: 'EUR' } }] }],
  FluentEuSourceMissing: [
    { [EU]: 'Да', [SOURCES]: [{ source: 'Зајам' }, { source: 'Фондови ЕУ' }] },
    { [EU]: 'Не', [SOURCES]: [{ source: 'Зајам' }] },
  ],
  FluentOptionChosen: [{ [OPTIONS]: [{ chosen: 'Да' }, { chosen: 'Не' }] }],
};

const CODES = Object.keys(SEVERITIES) as Code[];

describe('rules of the preparation', () => {
  it('stand in each form as errors or warnings', () => {
    const mark = (rule: Rule | undefined) => (rule ? (rule.severity === 'error' ? 'E' : 'W') : '-');
    const marks = CODES.map((code) => [
      code,
      VARIANTS.map((variant) => mark(preparationRules(variant).find((rule) => rule.code === code))).join(''),
    ]);
    expect(Object.fromEntries(marks)).toEqual(SEVERITIES);
    expect(new Set(ALL.map(({ code }) => code))).toEqual(new Set(CODES));
  });

  it.each(CODES)('%s names the places that break it', (code) => {
    for (const [places, expected] of BROKEN[code])
      expect(found(code, places), JSON.stringify(places)).toEqual(expected);
    for (const places of VALID_CASES[code] ?? []) expect(found(code, places), JSON.stringify(places)).toEqual([]);
  });

  it.each(CODES)('%s says nothing while something that it needs is absent', (code) => {
    const { needs = [] } = ruleOf(code);
    const [[places] = [{}]] = BROKEN[code];
    // The price is judged by its estimate in euro. FluentYearDateMismatch judges one day even without the other.
    const judged = [...needs, EURO].filter((path) => Object.hasOwn(places, path) && path !== LEVEL && path !== EU);
    for (const absent of code === 'FluentYearDateMismatch' ? [] : judged) {
      expect(found(code, { ...places, [absent]: undefined }), absent).toEqual([]);
    }
  });

  it('are judged only with their inputs', () => {
    const needs = CODES.map((code) => [code, ruleOf(code).needs ?? []] as const).filter(
      ([, places]) => places.length > 0,
    );
    expect(Object.fromEntries(needs)).toEqual({
      FluentCapitalEstimate: [LEVEL, PRICE],
      FluentForeignEstimate: [LEVEL, EU, PRICE],
      FluentImplementationTooShort: [START, END],
      FluentDurationTooShort: [MONTHS],
      FluentImplementationStart: [START],
      FluentPlanDateOrder: [START, END],
      FluentYearOrder: [FIRST, LAST],
      FluentYearDateMismatch: [START, END, FIRST, LAST],
      FluentDurationBelowDates: [START, END, MONTHS],
      FluentYearsDuration: [MONTHS],
      FluentYearlyCostYear: [FIRST, LAST],
      FluentYearlyCostSum: [PRICE],
      FluentFundingSourceSum: [PRICE],
      FluentActivityEstimateSum: [PRICE],
      FluentEstimateEmpty: [REALIZATION],
      FluentTotalBelowParts: [PRICE, SPENT, PREPARATION, REALIZATION],
      FluentFeasibilityBudget: [STUDY, PREPARATION],
      FluentEuSourceMissing: [EU],
      FluentIncomeYear: [FIRST],
    });
    const softened = CODES.filter((code) => ruleOf(code).warnsWithForeignFunds);
    expect(softened).toEqual([
      'FluentYearsDuration',
      'FluentYearlyCostYear',
      'FluentYearlyCostSum',
      'FluentFundingSourceSum',
      'FluentActivityEstimateSum',
    ]);
  });
});

it('a row of the table of fields has the kind that it is written as, and its marks in each form', () => {
  const name = { sr: 'Назив', en: 'Name' };
  const kinds = [
    text('1', 'a', name, 10, 'roc-'),
    long('2', 'b', name, 20, 'roc-'),
    choice('3', 'c', name, 'roc-'),
  ].concat(amount('4', 'd', name, 'roc-'));
  expect(kinds.map(({ kind, maxLength }) => [kind, maxLength])).toEqual([
    ['text', 10],
    ['markdown', 20],
    ['yesNoComment', undefined],
    ['rsd', undefined],
  ]);
  const [first] = kinds;
  if (!first) throw new Error('No row');
  const field = { no: '1', path: 'a', label: name, kind: 'text', maxLength: 10 };
  expect(VARIANTS.map((variant) => forVariant(first, variant))).toEqual([
    [{ ...field, required: true }],
    [field],
    [{ ...field, computed: true }],
    [],
  ]);
});
