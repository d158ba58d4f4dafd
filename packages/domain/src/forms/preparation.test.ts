import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSubmitted, visibleFormValues } from './access.ts';
import { completeForm, defaultValues } from './complete.ts';
import { IDEA_EXAMPLE, IDEA_EXAMPLE_DATA } from '@pimis/examples/idea';
import { PLAN_DOCUMENTS, readiness } from './definitions/preparation-compute.ts';
import { yearsForMonths } from './definitions/preparation-rules.ts';
import { diffFormValues } from './diff.ts';
import { normalizedValues, sameFormValues } from './normalize.ts';
import { parseFormValues } from './parse.ts';
import { getPath, setPath } from './paths.ts';
import { prefillFrom } from './prefill.ts';
import { allForms } from './catalogue.ts';
import { publishedForm } from './schema.ts';
import { example, formOf, TODAY } from '../../test/forms.ts';
import type { FormValues } from './types.ts';
import { validateForm } from './validate.ts';

const idea = formOf('ideja');
function judge(values: FormValues, form = idea, context = TODAY) {
  const validation = validateForm(form, completeForm(form, values, IDEA_EXAMPLE_DATA), IDEA_EXAMPLE_DATA, context);
  return {
    errors: validation.errors.map((item) => item.code),
    warnings: validation.warnings.map((item) => item.code),
    validation,
  };
}

describe('the filled example of the catalogue', () => {
  it('has neither errors nor warnings', () => {
    const { validation } = judge(example());
    expect(validation).toEqual({ errors: [], warnings: [] });
  });

  it('computes what the example states', () => {
    expect(completeForm(idea, IDEA_EXAMPLE, IDEA_EXAMPLE_DATA)).toEqual(IDEA_EXAMPLE);
  });

  it('one dinar more in the costs of 2028 breaks the yearly sum', () => {
    const values = example();
    const costs = getPath(values, 'financialInfo.yearlyCosts') as { amount: string }[];
    if (costs[2]) costs[2].amount = '158220001.00';
    expect(judge(values).errors).toEqual(['FluentYearlyCostSum']);
  });

  it('as a national project it is below the threshold', () => {
    expect(judge(example({ 'basic.level': 'Републички' })).errors).toEqual(['FluentCapitalEstimate']);
  });

  it('a loan without the letter of intent is an error of the letter', () => {
    const { validation } = judge(example({ 'financialInfo.letterOfIntent': undefined }));
    expect(validation.errors).toMatchObject([
      { code: 'FluentLetterOfIntent', index: 0, path: 'financialInfo.letterOfIntent' },
    ]);
  });
});

describe('vectors of the catalogue', () => {
  const priced = (local: string, level = 'Републички') =>
    judge(example({ 'financialInfo.price.local': local, 'basic.level': level })).errors.includes(
      'FluentCapitalEstimate',
    );

  it('the threshold of 20 million euro is exact', () => {
    expect(priced('2344000000.00')).toBe(true);
    expect(priced('2344000001.18')).toBe(false);
    expect(priced('234400000.00', 'Локални')).toBe(true);
    expect(priced('234400001.18', 'Локални')).toBe(false);
  });

  it('an EU-funded national project needs 5 million of foreign euro', () => {
    const foreign = (euro: string) => {
      const values = example({ 'basic.level': 'Републички', 'basic.euFunded': 'Да', 'basic.euProgramme': 'ИПА III' });
      const rows = getPath(values, 'financialInfo.fundingSources') as Record<string, unknown>[];
      const currency = { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: '1.0000' };
      rows[2] = { source: 'Фондови ЕУ', name: 'ИПА', localAmount: euro, currency };
      return judge(values).errors.includes('FluentForeignEstimate');
    };
    expect(foreign('5000000.00')).toBe(true);
    expect(foreign('5000000.01')).toBe(false);
  });

  it('implementation lasts longer than a year, also from a leap day', () => {
    const short = (start: string, end: string) =>
      judge(example({ 'implementationDates.start': start, 'implementationDates.end': end })).errors.includes(
        'FluentImplementationTooShort',
      );
    expect(short('2027-03-01', '2028-03-01')).toBe(true);
    expect(short('2027-03-01', '2028-03-02')).toBe(false);
    expect(short('2028-02-29', '2029-02-28')).toBe(true);
    expect(short('2028-02-29', '2029-03-01')).toBe(false);
  });

  it('duration is above 11 months and fits the number of years', () => {
    expect(judge(example({ durationMonths: 11 })).errors).toContain('FluentDurationTooShort');
    expect(judge(example({ durationMonths: 12 })).errors).not.toContain('FluentDurationTooShort');
    const allowed = ([12, 13, 25, 26, 32, 36] as const).map((count) => Object.values(yearsForMonths(count)).join('–'));
    expect(allowed).toEqual(['1–2', '2–2', '3–3', '3–4', '3–4', '3–4']);
  });

  it('a total may fall a hundredth below its parts, not two', () => {
    const parts = (realization: string) =>
      judge(
        example({
          'financialInfo.price.local': '100.00',
          'financialInfo.spent.value': '40.00',
          'financialInfo.preparationAmount.value': '10.00',
          'financialInfo.implementationAmount.value': realization,
        }),
      ).errors.includes('FluentTotalBelowParts');
    expect(parts('50.01')).toBe(false);
    expect(parts('50.02')).toBe(true);
  });

  it('the study budget may exceed preparation by a hundredth at most', () => {
    const study = (budget: string) => judge(example({ 'financialInfo.feasibilityStudyBudget.value': budget })).errors;
    expect(study('21096000.00')).toEqual([]);
    expect(study('84384000.01')).toEqual([]);
    expect(study('84384000.02')).toEqual(['FluentFeasibilityBudget']);
  });

  it('readiness counts the documents that are needed', () => {
    const values: FormValues = {};
    for (const [index, name] of PLAN_DOCUMENTS.entries()) {
      setPath(values, `documents.${name}.choice`, index < 7 ? 'Да' : index < 10 ? 'Не' : 'Није потребно');
    }
    expect(PLAN_DOCUMENTS).toHaveLength(12);
    expect(readiness(values)).toBe('70.00');
  });

  it('warnings under foreign funds are those of years, yearly costs, sources and the study alone', () => {
    const rules = idea.rules.filter(({ warnsWithForeignFunds }) => warnsWithForeignFunds).map(({ code }) => code);
    expect(rules).toEqual([
      'FluentYearsDuration',
      'FluentYearlyCostYear',
      'FluentYearlyCostSum',
      'FluentFundingSourceSum',
    ]);
  });

  it('under foreign funds the locked figures warn instead of blocking', () => {
    const values = example();
    const costs = getPath(values, 'financialInfo.yearlyCosts') as { amount: string }[];
    if (costs[0]) costs[0].amount = '1.00';
    const foreign = judge(values, idea, { today: '2025-11-20', foreignFunds: true });
    expect(foreign.errors).toEqual([]);
    expect(foreign.warnings).toContain('FluentYearlyCostSum');
    expect(judge(values, idea, { today: '2025-11-20', foreignFunds: false }).errors).toContain('FluentYearlyCostSum');
  });
});

describe('checks of the fields', () => {
  it('an empty form names what is missing, in the order of the form', () => {
    const { validation } = judge(defaultValues(idea, IDEA_EXAMPLE_DATA));
    expect(validation.errors.length).toBeGreaterThan(30);
    expect(validation.errors[0]).toMatchObject({ code: 'FluentEmptyField', path: 'basic.level' });
    expect(validation.errors.map((item) => item.path)).toContain('basic.contacts[1].name');
  });

  it('points at the row: duplicates, contacts, comments', () => {
    const costs = [
      { year: 2026, amount: '1.00' },
      { year: 2026, amount: '2109599999.00' },
    ];
    const duplicate = judge(example({ 'financialInfo.yearlyCosts': costs })).validation.errors;
    expect(duplicate).toContainEqual(
      expect.objectContaining({ code: 'FluentDuplicate', index: 2, path: 'financialInfo.yearlyCosts[2].year' }),
    );
    const contact = { name: 'А', emails: ['a@b.rs', 'c@d.rs', 'e@f.rs', 'g@h.rs'], phones: ['1'] };
    expect(judge(example({ 'basic.contacts': [contact] })).validation.errors).toContainEqual(
      expect.objectContaining({ code: 'FluentEmailLimit', index: 1 }),
    );
    expect(judge(example({ 'scope.land': { choice: 'Не' } })).errors).toEqual(['FluentCommentRequired']);
    expect(judge(example({ 'basic.contacts': [{ ...contact, emails: ['nije-adresa'] }] })).errors).toEqual([
      'FluentInvalidField',
    ]);
  });

  it('a high risk without measures is a warning of its row', () => {
    const risk = { risk: 'Р', degree: 'Висок', probability: 'Висок', management: 'м', responsible: 'о' };
    expect(judge(example({ risks: [risk] })).validation.warnings).toMatchObject([{ code: 'FluentHighRisk', index: 1 }]);
  });
});

describe('taking values apart', () => {
  const problems = (input: unknown) => {
    const parsed = parseFormValues(idea, input);
    return parsed.ok ? [] : parsed.problems;
  };

  it('refuses unknown names, wrong types, impossible days and too deep nesting, and names the place', () => {
    expect(problems({ basic: { boss: 'x' } })).toEqual([{ path: 'basic.boss', code: 'UnknownField' }]);
    expect(problems({ durationMonths: '12' })).toEqual([{ path: 'durationMonths', code: 'InvalidField' }]);
    expect(problems({ financialInfo: { spent: { value: 5 } } })).toEqual([
      { path: 'financialInfo.spent.value', code: 'InvalidField' },
    ]);
    expect(problems({ implementationDates: { start: '2027-02-30' } })).toEqual([
      { path: 'implementationDates.start', code: 'InvalidField' },
    ]);
    expect(problems({ financialInfo: { yearlyCosts: [{ year: 2026, amount: '1.00', extra: 1 }] } })).toEqual([
      { path: 'financialInfo.yearlyCosts[1].extra', code: 'UnknownField' },
    ]);
    expect(problems(JSON.parse('{"__proto__":{"admin":true}}'))).toEqual([{ path: '__proto__', code: 'UnknownField' }]);
    expect(problems({ constructor: { prototype: 1 } })).toEqual([{ path: 'constructor', code: 'UnknownField' }]);
    let deep: unknown = 'x';
    for (let level = 0; level < 40; level += 1) deep = { a: deep };
    expect(problems(deep)).toEqual([{ path: '', code: 'TooDeep' }]);
    expect(problems([])).toHaveLength(1);
    expect(problems(Number.NaN)).toHaveLength(1);
  });

  it('takes the example as it is, and never throws on anything', () => {
    const parsed = parseFormValues(idea, IDEA_EXAMPLE);
    expect(parsed.ok && sameFormValues(idea, parsed.values, IDEA_EXAMPLE)).toBe(true);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = parseFormValues(idea, value);
        if (result.ok) {
          const completed = completeForm(idea, result.values, IDEA_EXAMPLE_DATA);
          validateForm(idea, completed, IDEA_EXAMPLE_DATA, TODAY);
        }
      }),
      { numRuns: 500 },
    );
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('survives nonsense at every known place', () => {
    const paths = idea.sections.flatMap((section) => section.fields.map((field) => field.path));
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const result = parseFormValues(idea, example({ [path]: value }));
        if (result.ok) judge(result.values);
        else expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what counts as unchanged', () => {
  it('line ends, blanks, empty rows and computed fields do not', () => {
    const typed = example({ notes: 'Зајам је у преговорима.  \r\n', 'criteria.estimateEur': '1.00' });
    const rows = getPath(typed, 'financialInfo.income') as unknown[];
    setPath(typed, 'financialInfo.income', [...rows, { amount: '0.00' }]);
    expect(sameFormValues(idea, typed, IDEA_EXAMPLE)).toBe(true);
    expect(sameFormValues(idea, example({ notes: 'Друго.' }), IDEA_EXAMPLE)).toBe(false);
  });

  it('completing twice is completing once, for any amounts', () => {
    const amount = fc
      .bigInt({ min: 0n, max: 99_999_999_999_999n })
      .map((value) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`);
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('117.2000', '0.9851', '1.0000'), (price, part, rate) => {
        const values = example({ 'financialInfo.price.local': price, 'financialInfo.preparationAmount.value': part });
        const data = { ...IDEA_EXAMPLE_DATA, exchangeRate: { rate } };
        const once = completeForm(idea, values, data);
        expect(completeForm(idea, once, data)).toEqual(once);
        expect(normalizedValues(idea, once)).toEqual(normalizedValues(idea, values));
      }),
    );
  });

  it('a difference names field and row', () => {
    const after = example({ durationMonths: 33 });
    const rows = getPath(after, 'financialInfo.yearlyCosts') as { amount: string }[];
    if (rows[1]) rows[1].amount = '5.00';
    expect(diffFormValues(idea, IDEA_EXAMPLE, after)).toMatchObject([
      { path: 'financialInfo.yearlyCosts[2].amount', row: 2, before: '1603296000.00', after: '5.00' },
      { path: 'durationMonths', row: 0, before: 32, after: 33 },
    ]);
  });
});

describe('fields of one role', () => {
  const OWNER = { admin: false, mei: false };
  const stored = example({ 'opinions.ministry': 'Сагласни смо.' });
  const state = { viewer: OWNER, foreignFunds: false, data: IDEA_EXAMPLE_DATA, commentsOnly: false };

  it('are not shown to others, and survive their saves', () => {
    expect(getPath(visibleFormValues(idea, stored, OWNER), 'opinions')).toBeUndefined();
    const merged = mergeSubmitted(idea, example({ 'opinions.ministry': 'Подметнуто.' }), stored, state);
    expect(getPath(merged, 'opinions.ministry')).toBe('Сагласни смо.');
  });

  it('are all that an additional comment changes', () => {
    const sent = example({ 'opinions.ministry': 'Ново мишљење.', durationMonths: 99 });
    const merged = mergeSubmitted(idea, sent, stored, {
      ...state,
      viewer: { admin: true, mei: false },
      commentsOnly: true,
    });
    expect(getPath(merged, 'opinions.ministry')).toBe('Ново мишљење.');
    expect(getPath(merged, 'durationMonths')).toBe(32);
  });

  it('under foreign funds the figures stay as stored for the organization', () => {
    const sent = example({ 'financialInfo.price.local': '1.00' });
    const rows = getPath(sent, 'financialInfo.fundingSources') as Record<string, unknown>[];
    rows.push({ source: 'Остало', localAmount: '9.00' });
    if (rows[0]) Object.assign(rows[0], { localAmount: '1.00', name: 'Ново име' });
    const merged = mergeSubmitted(idea, sent, stored, { ...state, foreignFunds: true });
    expect(getPath(merged, 'financialInfo.price.local')).toBe('2109600000.00');
    const sources = getPath(merged, 'financialInfo.fundingSources') as Record<string, unknown>[];
    expect(sources).toHaveLength(3);
    expect(sources[0]).toMatchObject({ localAmount: '1406400000.00', name: 'Ново име' });
  });
});

describe('later forms', () => {
  it('take the values over path by path; an answer becomes a document question', () => {
    const identification = formOf('identifikacija-projekta');
    const made = prefillFrom(identification, { definition: idea, values: IDEA_EXAMPLE }, '118.0000');
    expect(getPath(made, 'basic.projectName')).toBe('ППОВ Прокупље');
    expect(getPath(made, 'documents.urbanPlan')).toEqual({
      choice: 'Не',
      comment: 'План детаљне регулације је у изради.',
    });
    const rows = getPath(made, 'financialInfo.fundingSources') as Record<string, unknown>[];
    expect(rows[2]).toMatchObject({ currency: { exchangeRate: '118.0000' }, foreignAmount: '4171525.42' });
    expect(getPath(made, 'criteria')).toBeUndefined();
  });

  it('every form publishes a closed schema, and its own defaults parse', () => {
    for (const form of allForms()) {
      const { schema, configuration } = publishedForm(form);
      expect(JSON.parse(JSON.stringify(configuration))).toMatchObject({ code: form.code, version: form.version });
      expect(JSON.stringify(schema)).not.toContain('"additionalProperties":true');
      const defaults = defaultValues(form, IDEA_EXAMPLE_DATA);
      expect(parseFormValues(form, defaults).ok).toBe(true);
      expect(sameFormValues(form, completeForm(form, defaults, IDEA_EXAMPLE_DATA), defaults)).toBe(true);
    }
  });
});
