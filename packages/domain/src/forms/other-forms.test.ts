import { describe, expect, it } from 'vitest';
import { completeForm, defaultValues } from './complete.ts';
import { proposedForeign, proposeForeignAmounts } from './definitions/pif-compute.ts';
import { preImplementationPrefill } from './definitions/pre-implementation.ts';
import { proposedDecision } from './definitions/rationalization.ts';
import {
  EFFECTS_EXAMPLE,
  PRE_IMPLEMENTATION_DATA,
  PRE_IMPLEMENTATION_EXAMPLE,
  pifExample,
  procurementItem,
  RATIONALIZATION_DATA,
  RATIONALIZATION_EXAMPLE,
  SHORT_PIF_EXAMPLE,
} from '@pimis/examples/other';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { fieldAt } from './labels.ts';
import { parseFormValues, readStoredValues } from './parse.ts';
import { getPath, rowsAt, setPath } from './paths.ts';
import { allForms } from './catalogue.ts';
import { formOf } from '../../test/forms.ts';
import type { FormData, FormValues } from './types.ts';
import { validateForm } from './validate.ts';

const TODAY = { today: '2026-11-20', foreignFunds: false };

function judge(code: string, values: FormValues, data: FormData = {}) {
  const definition = formOf(code);
  const validation = validateForm(definition, completeForm(definition, values, data), data, TODAY);
  const short = (items: typeof validation.errors) => items.map((item) => `${item.code}/${item.index}`);
  return { errors: short(validation.errors), warnings: short(validation.warnings) };
}

function changed(base: FormValues, changes: Record<string, unknown>): FormValues {
  const values = structuredClone(base);
  for (const [path, value] of Object.entries(changes)) setPath(values, path, value);
  return values;
}

const ready = { choice: 'Да', documentDate: '2025-05' };

describe('every form', () => {
  it.each(allForms().map((form) => form.code))('%s: paths are unique, defaults complete to themselves', (code) => {
    const form = formOf(code);
    const paths = form.sections.flatMap((section) => section.fields.map((field) => field.path));
    expect(new Set(paths).size).toBe(paths.length);
    const defaults = defaultValues(form, {});
    expect(completeForm(form, defaults, {})).toEqual(defaults);
    expect(parseFormValues(form, JSON.parse(JSON.stringify(defaults))).ok).toBe(true);
  });

  it.each(allForms().map((form) => form.code))('%s: rules name known places and fields', (code) => {
    const form = formOf(code);
    for (const rule of form.rules)
      for (const path of rule.needs ?? []) expect(fieldAt(form, path), path).not.toBeNull();
    for (const path of [...(form.settles ?? []), ...(form.quietFields ?? [])]) {
      expect(fieldAt(form, path), path).not.toBeNull();
    }
  });
});

describe('pre-implementation', () => {
  it('the example: 180 and 9 million, 189 in all, 10 of 12 ready', () => {
    const made = completeForm(formOf('predimplementacija'), PRE_IMPLEMENTATION_EXAMPLE, PRE_IMPLEMENTATION_DATA);
    expect(rowsAt(made, 'procurement.items').map(({ gross }) => gross)).toEqual(['180000000.00', '9000000.00']);
    expect(getPath(made, 'procurement.total')).toBe('189000000.00');
    expect(getPath(made, 'funds.appropriated')).toBe('90000000.00');
    expect(getPath(made, 'readiness')).toBe('83.33');
    expect(judge('predimplementacija', PRE_IMPLEMENTATION_EXAMPLE, PRE_IMPLEMENTATION_DATA)).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it('a new row of procurement starts with 20 per cent of tax', () => {
    expect(rowsAt(defaultValues(formOf('predimplementacija'), {}), 'procurement.items')).toEqual([
      { net: '0.00', vat: '20.00', gross: '0.00' },
    ]);
  });

  it.each<[string, Record<string, unknown>, string[], string[]]>([
    [
      'sources',
      { 'funds.sources': [{ source: 'Зајам', localAmount: '189000000.02' }] },
      ['FluentProcurementFundingSum/0'],
      [],
    ],
    [
      'dates',
      {
        'procurement.items': [
          procurementItem('150000000.00'),
          procurementItem('7500000.00', { subject: 'Друго', contract: '2027-02' }),
        ],
      },
      ['FluentProcurementDateOrder/2'],
      [],
    ],
    [
      'permit',
      { 'documents.permit': { choice: 'Не', completionDate: '2027-05', comment: 'Чека се.' } },
      ['FluentReadyWithoutPermit/0'],
      ['FluentCallBeforePermit/1'],
    ],
    ['first year', { 'funds.firstYear': '90000000.01' }, [], ['FluentAppropriationInsufficient/0']],
  ])('%s', (_name, changes, errors, warnings) => {
    expect(judge('predimplementacija', changed(PRE_IMPLEMENTATION_EXAMPLE, changes), PRE_IMPLEMENTATION_DATA)).toEqual({
      errors,
      warnings,
    });
  });

  it('above the estimate of the project', () => {
    expect(
      judge('predimplementacija', PRE_IMPLEMENTATION_EXAMPLE, {
        ...PRE_IMPLEMENTATION_DATA,
        totalEstimate: '188999999.99',
      }).warnings,
    ).toEqual(['FluentEstimateExceeded/0']);
  });

  it('takes sources, risks and the first contact of the preparation', () => {
    expect(preImplementationPrefill(IDEA_EXAMPLE)).toMatchObject({
      team: { manager: 'Милена Јовић', emails: ['milena.jovic@example.rs'] },
      funds: { sources: [{ source: 'Буџет Републике Србије', localAmount: '1406400000.00' }, {}, {}] },
    });
  });
});

describe('rationalization', () => {
  it('the example: 590, overrun 90 = 18 %, postpone 602, shutdown 180', () => {
    const made = completeForm(formOf('racionalizacija'), RATIONALIZATION_EXAMPLE, RATIONALIZATION_DATA);
    expect(made).toMatchObject({
      continue: { total: '590000000.00', overrun: '90000000.00', overrunPercent: '18.00' },
      postpone: { total: '602000000.00' },
      shutdown: { total: '180000000.00' },
    });
    expect(judge('racionalizacija', RATIONALIZATION_EXAMPLE, RATIONALIZATION_DATA)).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it.each<[string, Record<string, unknown>, string[], string[]]>([
    ['the day of saving is not the future', { 'continue.end': '2026-11-20' }, ['FluentRationalizationDate/0'], []],
    ['no need', { 'need.valid': { choice: 'Не', comment: 'Нема.' } }, ['FluentNeedNotValid/0'], []],
    ['due above contracts', { 'state.due': '300000000.01' }, ['FluentDueAboveContracts/0'], []],
    [
      'a cause that stays, no funds',
      {
        causes: [{ cause: 'Набавка', since: '2026-04', removable: { choice: 'Не', comment: 'Не може.' } }],
        'continue.funded': { choice: 'Не', comment: 'Није.' },
      },
      [],
      ['FluentCauseNotRemovable/1', 'FluentFundsNotSecured/0'],
    ],
    ['plain continuation above 10 %', { 'proposal.choice': 'Наставак' }, [], ['FluentCostOverrun/0']],
    ['recovery above what was spent', { 'shutdown.recoverable': '180000000.01' }, [], ['FluentRecoveryAboveSpent/0']],
    ['measures are asked for a continuation', { measures: [] }, ['FluentEmptyField/0'], []],
    [
      'postponement asks until when and under what conditions',
      { 'proposal.choice': 'Одлагање', measures: [] },
      ['FluentEmptyField/0', 'FluentEmptyField/0'],
      [],
    ],
    ['shutdown asks what becomes of the works', { 'proposal.choice': 'Обустава' }, ['FluentEmptyField/0'], []],
  ])('%s', (_name, changes, errors, warnings) => {
    expect(judge('racionalizacija', changed(RATIONALIZATION_EXAMPLE, changes), RATIONALIZATION_DATA)).toEqual({
      errors,
      warnings,
    });
  });

  it('an overrun of exactly 10 % passes', () => {
    const values = changed(RATIONALIZATION_EXAMPLE, { 'continue.cost': '370000000.00', 'proposal.choice': 'Наставак' });
    expect(judge('racionalizacija', values, RATIONALIZATION_DATA).warnings).toEqual([]);
  });

  it('the opinion of MEI is there only with foreign funds', () => {
    const values = changed(RATIONALIZATION_EXAMPLE, { 'opinion.mei': 'Сагласни.' });
    const form = formOf('racionalizacija');
    expect(getPath(completeForm(form, values, RATIONALIZATION_DATA), 'opinion.mei')).toBeUndefined();
    expect(getPath(completeForm(form, values, { ...RATIONALIZATION_DATA, foreignFunds: true }), 'opinion.mei')).toBe(
      'Сагласни.',
    );
  });

  it.each([
    ['Наставак', { action: 1 }],
    ['Наставак уз корекцију плана', { action: 1 }],
    ['Обустава', { action: 3 }],
    ['Одлагање', { action: 4, postponedDate: '2027-09-01' }],
    [undefined, null],
  ])('%s presets the decision', (choice, expected) => {
    expect(proposedDecision({ proposal: { choice }, postpone: { until: '2027-09-01' } })).toEqual(expected);
  });
});

describe('effects', () => {
  it('short texts are warned about, missing ones are errors', () => {
    expect(judge('efekti', EFFECTS_EXAMPLE)).toEqual({ errors: [], warnings: [] });
    const values = changed(EFFECTS_EXAMPLE, { 'basic.goals': 'а'.repeat(49), 'effect.eficiency': undefined });
    expect(judge('efekti', values)).toEqual({ errors: ['FluentEmptyField/0'], warnings: ['FluentTextTooShort/0'] });
    expect(judge('efekti', changed(EFFECTS_EXAMPLE, { 'basic.goals': 'а'.repeat(50) })).warnings).toEqual([]);
  });

  it('leaves exactly the seven texts out of the question what changed', () => {
    expect(formOf('efekti').quietFields).toHaveLength(7);
  });
});

describe('PIF', () => {
  const paths = (code: string) =>
    formOf(code).sections.flatMap((section) =>
      section.fields.flatMap((field) => [
        field.path,
        ...(field.columns ?? []).map((column) => `${field.path}[].${column.path}`),
      ]),
    );
  const kindOf = (code: string, path: string) => fieldAt(formOf(code), path)?.kind ?? '–';
  const VERSIONS = ['1-5-0', '1-5-1', '1-5-2', '1-5-3', '1-5-4', '1-5-5'];

  it.each<[string, string[]]>([
    ['basic.location', ['text', 'text', 'text', 'text', 'text', '–']],
    ['basic.locations', ['–', '–', '–', '–', '–', 'locationList']],
    ['description.users', ['markdown', 'markdown', 'markdown', '–', '–', '–']],
    ['description.beneficiaries', ['–', '–', '–', 'markdown', 'markdown', 'markdown']],
    ['relevance.legalBasis', ['–', 'markdown', 'markdown', 'markdown', 'markdown', 'markdown']],
    ['financialInfo.price.foreign', ['–', 'eur', 'eur', 'eur', 'eur', 'eur']],
    ['letterOfIntent', ['–', '–', '–', '–', '–', 'file']],
    ['fundingSources.currency', ['–', '–', '–', '–', 'currency', 'currency']],
    ['fundingSources.percentage', ['–', '–', '–', '–', 'percent', 'percent']],
    ['sourceTotals.foreign', ['–', '–', '–', '–', 'eur', 'eur']],
    ['income', ['–', '–', '–', '–', '–', 'table']],
    ['implementation.plan.percent', ['percent', 'percent', '–', '–', '–', '–']],
    ['implementation.plan.q4.percent', ['–', '–', 'percent', 'percent', 'percent', 'percent']],
    ['documents.permit', ['yesNoComment', 'yesNoComment', 'yesNoComment', 'yesNoComment', 'yesNoComment', 'planDoc']],
    ['legalAssessment', ['–', '–', '–', '–', '–', 'file']],
    ['risks', ['markdown', 'markdown', 'markdown', '–', '–', '–']],
    ['riskList', ['–', '–', '–', 'table', 'table', 'table']],
  ])('matrix: %s', (path, kinds) => {
    expect(VERSIONS.map((code) => kindOf(code, path))).toEqual(kinds);
  });

  it('the value in euro is asked from 1-5-4 on', () => {
    expect(VERSIONS.map((code) => fieldAt(formOf(code), 'financialInfo.price.foreign')?.required ?? false)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(paths('1-5-5')).toContain('fundingSources[].foreignAmount');
  });

  /** The example as a version knows it. */
  const as = (code: string, share: FormValues = { percent: '100.00' }) =>
    readStoredValues(formOf(code), pifExample(share)).values;
  const quarters = (...shares: string[]) =>
    Object.fromEntries(shares.map((percent, index) => [`q${index + 1}`, { percent }]));

  it('sums: funds, and expenses without remarks', () => {
    const made = completeForm(formOf('1-5-0'), as('1-5-0'), {});
    expect(getPath(made, 'financialInfo.fundsTotal')).toBe('500000000.00');
    expect(getPath(made, 'expensesTotal')).toBe('150000.50');
    expect(getPath(made, 'fundingSources')).toMatchObject([{ name: ' ' }]);
    expect(rowsAt(made, 'implementation')[0]).toMatchObject({ activity: { name: 'Радови', estimate: '500000000.00' } });
    expect(judge('1-5-0', as('1-5-0'))).toEqual({ errors: [], warnings: [] });
  });

  it.each(['1-5-2', '1-5-3', '1-5-4'])('%s asks for quarters of each year', (code) => {
    expect(judge(code, as(code, quarters('25.00', '25.00', '25.00', '25.00')))).toEqual({ errors: [], warnings: [] });
    expect(judge(code, as(code, quarters('25.00', '25.00', '25.00', '24.99'))).errors).toEqual([
      'FluentPlanPercentSum/1',
    ]);
    expect(judge(code, as(code, quarters())).errors).toEqual([]);
  });

  it('1-5-5 asks for documents, the assessment, and with foreign sources the letter', () => {
    const share = quarters('100.00');
    const values = changed(as('1-5-5', share), {
      'documents.planning': ready,
      'documents.location': ready,
      'documents.land': ready,
      'documents.environment': ready,
      'documents.permit': ready,
    });
    expect(judge('1-5-5', values)).toEqual({ errors: [], warnings: [] });
    const loan = changed(values, {
      fundingSources: [{ source: 'Зајам', localAmount: '500000000.00', percentage: '99.98' }],
      legalAssessment: undefined,
    });
    expect(judge('1-5-5', loan).errors).toEqual([
      'FluentLetterOfIntent/0',
      'FluentSourcePercentSum/0',
      'FluentLegalAssessment/0',
    ]);
  });

  it('sums, dates and years of the schedule', () => {
    const values = changed(as('1-5-0'), {
      'financialInfo.preparationAmount.value': '19999999.98',
      startDate: '2028-01-01',
      implementation: [{ plan: [{ year: 2037, percent: '100.00' }] }],
    });
    expect(judge('1-5-0', values).errors).toEqual([
      'FluentFundsTotalSum/0',
      'FluentPlanYearRange/1',
      'FluentPlanDateOrder/0',
    ]);
    expect(
      judge('1-5-0', changed(as('1-5-0'), { expenses: [{ name: 'Све', amount: '500000000,01' }] })).warnings,
    ).toEqual(['FluentExpensesAboveTotal/0']);
  });

  it('sources in other currencies stay out of the euro total', () => {
    const row = (id: string | null, foreignAmount: string) => ({
      source: 'Зајам',
      localAmount: '1.00',
      percentage: '50.00',
      foreignAmount,
      ...(id ? { currency: { id, name: id, exchangeCode: '1', exchangeRate: '1.0000' } } : {}),
    });
    const made = completeForm(
      formOf('1-5-4'),
      { fundingSources: [row(null, '10.00'), row('EUR', '5.00'), row('USD', '100.00')] },
      {},
    );
    expect(getPath(made, 'sourceTotals')).toEqual({ local: '3.00', percentage: '150.00', foreign: '15.00' });
  });

  it('the foreign amount is proposed at the kept rate until it is typed over', () => {
    const data = { exchangeRate: { rate: '117.2000' } };
    expect(proposedForeign('140000000.00', data)).toBe('1194539.25');
    const before = { fundingSources: [{ localAmount: '0.00' }, { localAmount: '1.00', foreignAmount: '7.00' }] };
    const after = { fundingSources: [{ localAmount: '140000000.00' }, { localAmount: '2.00', foreignAmount: '7.00' }] };
    expect(rowsAt(proposeForeignAmounts(before, after, data), 'fundingSources')).toMatchObject([
      { foreignAmount: '1194539.25' },
      { foreignAmount: '7.00' },
    ]);
  });

  it('what a version does not know is left out with a warning', () => {
    const { values, warnings } = readStoredValues(formOf('1-5-2'), { riskList: [], notes: 'Важно.' });
    expect(values).toEqual({ notes: 'Важно.' });
    expect(warnings).toMatchObject([{ code: 'FluentUnknownField', path: 'riskList' }]);
  });
});

describe('short PIF', () => {
  it('the example: 200 and 191 million', () => {
    const made = completeForm(formOf('pif-mini'), SHORT_PIF_EXAMPLE, {});
    expect(getPath(made, 'estimate.total')).toBe('200000000.00');
    expect(getPath(made, 'capital.total')).toBe('191000000.00');
    expect(getPath(made, 'fundingTotal')).toBe('200000000.00');
    expect(getPath(made, 'sourceTotals.foreign')).toBe('9.00');
    expect(judge('pif-mini', SHORT_PIF_EXAMPLE)).toEqual({ errors: [], warnings: [] });
  });

  it.each<[Record<string, unknown>, string[], string[]]>([
    [{ 'estimate.preparation': '12500000.02' }, ['FluentFundingSourceSum/0'], []],
    [
      { 'estimate.realization': '0.00', fundingSources: [] },
      [
        'FluentEstimateEmpty/0',
        'FluentCapitalAboveEstimate/0',
        'FluentEmptyField/0',
        'FluentFundingSourceSum/0',
        'FluentSourcePercentSum/0',
      ],
      [],
    ],
    [{ 'capital.preparation': '12500000.01' }, ['FluentCapitalAboveEstimate/0'], []],
    [{ 'basic.endYear': 2026 }, ['FluentYearOrder/0'], []],
    [{ expenses: [{ name: 'Све', amount: '200000000.01' }] }, [], ['FluentExpensesAboveTotal/0']],
  ])('%j', (changes, errors, warnings) => {
    expect(judge('pif-mini', changed(SHORT_PIF_EXAMPLE, changes))).toEqual({ errors, warnings });
  });
});
