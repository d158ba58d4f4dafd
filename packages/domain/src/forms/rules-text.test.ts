import { describe, expect, it } from 'vitest';
import { defaultValues, completeForm } from './complete.ts';
import { LIST_KINDS } from './kinds.ts';
import { messageFor } from './messages.ts';
import { setPath } from './paths.ts';
import { allForms, findFormDefinition } from './catalogue.ts';
import { ruleText } from './rules-text.ts';
import { fieldOf } from '../../test/forms.ts';
import type { Field } from './types.ts';
import { validateForm } from './validate.ts';
import { fieldsOf } from './visibility.ts';

const label = { sr: 'Поље', en: 'Field' };
const CONTEXT = { today: '2026-05-04', foreignFunds: false };

describe('the rule of a field', () => {
  it.each<[Omit<Field, 'path' | 'label'>, string]>([
    [{ kind: 'text', minLetters: 5, maxLength: 512 }, 'најмање 5 слова, највише 512 знакова'],
    [{ kind: 'text', format: 'email', maxLength: 254 }, 'адреса облика ime@primer.rs, највише 254 знака'],
    [{ kind: 'int', min: 1, max: 240 }, 'цео број од 1 до 240'],
    [{ kind: 'date' }, 'постојећи датум између 1.2.2019. и 1.2.2030.'],
    [{ kind: 'month' }, 'месец између 2.2019. и 2.2030.'],
    [{ kind: 'percent' }, 'од 0,00 до 100,00'],
    [{ kind: 'rsd', aboveZero: true }, 'веће од 0,00 и највише 999.999.999.999.999,00'],
    [{ kind: 'rsd', computed: true }, 'највише 999.999.999.999.999,00'],
    [{ kind: 'table', minRows: 1, maxRows: 40 }, 'од 1 до 40 редова'],
    [{ kind: 'markdown', maxLength: 3 }, 'највише 3 знака'],
    [{ kind: 'eur' }, 'од 0,00 до 999.999.999.999.999,00'],
    [{ kind: 'foreign', signed: true }, 'од −999.999.999.999.999,00 до 999.999.999.999.999,00'],
    [{ kind: 'select' }, 'изаберите један од понуђених одговора'],
    [{ kind: 'yesNoComment' }, 'изаберите један од понуђених одговора'],
    [{ kind: 'org' }, 'изаберите са списка'],
  ])('of %o: %s', (field, rule) => {
    const whole: Field = { path: 'a', label, ...field };
    expect(ruleText(whole).sr).toBe(rule);
    expect(messageFor({ code: 'FluentInvalidField', label }, 'sr', whole)).toBe(
      `Поље „Поље“ није исправно: ${rule.replace(/\.$/, '')}.`,
    );
  });

  it.each<[Omit<Field, 'path' | 'label'>, string]>([
    [{ kind: 'rsd', aboveZero: true }, 'above 0.00, at most 999,999,999,999,999.00'],
    [{ kind: 'rsd', computed: true }, 'at most 999,999,999,999,999.00'],
    [{ kind: 'foreign', signed: true }, 'from −999,999,999,999,999.00 to 999,999,999,999,999.00'],
    [{ kind: 'text', amountOrRemark: true }, 'an amount up to 999,999,999,999,999.00'],
    [{ kind: 'date' }, 'an existing day between 1 Feb 2019 and 1 Feb 2030'],
    [{ kind: 'month' }, 'a month between Feb 2019 and Feb 2030'],
  ])('of %o, in English with English numbers and days: %s', (field, rule) => {
    expect(ruleText({ path: 'a', label, ...field }).en).toBe(rule);
  });

  it('of a part is that of an answer; a text that is named so has its own', () => {
    const at = (kind: Field['kind'], path: string) => ruleText({ path: 'a', label, kind, maxLength: 10 }, path).sr;
    expect([at('yesNoComment', 'a.comment'), at('text', 'a.comment')]).toEqual([
      'највише 10 знакова',
      'највише 10 знакова',
    ]);
    expect([at('planDoc', 'a.documentDate'), at('text', 'a.documentDate')]).toEqual([
      'месец између 2.2019. и 2.2030.',
      'највише 10 знакова',
    ]);
    expect(at('textList', 'a.comment')).toBe('најмање 0 редова');
  });

  it('exists for every field of every form, for everything that may be wrong in it', () => {
    for (const form of allForms()) {
      const visit = (fields: readonly Field[]) => {
        for (const field of fields) {
          if (field.kind !== 'text' || field.maxLength !== undefined)
            expect(ruleText(field).sr, field.path).not.toBe('');
          if (field.columns) visit(field.columns);
        }
      };
      visit(fieldsOf(form));
    }
  });
});

describe('a value of the wrong kind', () => {
  it.each(allForms().map((form) => [`${form.code} ${form.version}`, form] as const))(
    'is an error at its place, and stops nothing else: %s',
    (_, form) => {
      for (const field of fieldsOf(form)) {
        if (field.computed || field.visibleWhen || LIST_KINDS.includes(field.kind)) continue;
        if (!['date', 'month', 'rsd', 'eur', 'foreign', 'percent'].includes(field.kind)) continue;
        const values = defaultValues(form, {});
        setPath(values, field.path, '29.2.2029');
        const { errors } = validateForm(form, completeForm(form, values, {}), {}, CONTEXT);
        expect(errors, field.path).toContainEqual(
          expect.objectContaining({ code: 'FluentInvalidField', path: field.path }),
        );
      }
    },
  );
});

describe('expenses that are an amount or a remark', () => {
  const form = findFormDefinition('pif-mini');
  const judged = (...amounts: string[]) => {
    if (!form) throw new Error('No short PIF');
    const expenses = amounts.map((amount, index) => ({ name: `Расход ${index}`, amount }));
    const values = completeForm(form, { ...defaultValues(form, {}), expenses }, {});
    return { values, errors: validateForm(form, values, {}, CONTEXT).errors };
  };

  it('are added up as everybody writes amounts, and kept as amounts are kept', () => {
    const { values } = judged('1.000', '1.000.000', '1.000,5', '10', 'н/п', '12 комада');
    expect(values).toMatchObject({
      expenses: ['1000.00', '1000000.00', '1000.50', '10.00', 'н/п', '12 комада'].map((amount) => ({ amount })),
      expensesTotal: '1002010.50',
    });
  });

  it('above the maximum are an error, each and together', () => {
    const at = (found: ReturnType<typeof judged>) =>
      found.errors.filter(({ code }) => code === 'FluentInvalidField').map(({ path }) => path);
    expect(at(judged('9999999999999999'))).toContain('expenses[1].amount');
    const both = judged('999999999999999', '1');
    expect(both.values.expensesTotal).toBe('1000000000000000.00');
    expect(at(both)).toContain('expensesTotal');
  });
});

describe('the rule of a field or of a part of it, in words', () => {
  it.each<[Field, string | undefined, string]>([
    [fieldOf('int'), undefined, 'цео број, најмање 0'],
    [fieldOf('int', { min: 2, max: 4 }), undefined, 'цео број од 2 до 4'],
    [fieldOf('planDoc'), 'a.comment', 'највише 2000 знакова'],
    [fieldOf('yesNoComment', { maxLength: 5 }), 'a.comment', 'највише 5 знакова'],
    [fieldOf('planDoc'), 'a.documentDate', 'месец између 2.2019. и 2.2030.'],
    [fieldOf('planDoc'), 'a.completionDate', 'месец између 2.2019. и 2.2030.'],
    [fieldOf('planDoc'), 'a', 'изаберите један од понуђених одговора'],
    [fieldOf('text', { path: 'a.comment', maxLength: 5 }), 'a.comment', 'највише 5 знакова'],
    [
      fieldOf('text', { maxLength: 5, amountOrRemark: true }),
      undefined,
      'највише 5 знакова, износ до 999.999.999.999.999,00',
    ],
    [fieldOf('month'), undefined, 'месец између 2.2019. и 2.2030.'],
    [fieldOf('year'), undefined, 'изаберите годину са списка'],
    [fieldOf('yesNo'), undefined, 'изаберите један од понуђених одговора'],
    [fieldOf('file'), undefined, 'изаберите документ пројекта'],
    [fieldOf('textList', { maxRows: 3 }), 'a', 'од 0 до 3 реда'],
    [fieldOf('textList', { maxRows: 3, maxLength: 5 }), 'a[2]', 'највише 5 знакова'],
    [fieldOf('fileList', { minRows: 1 }), 'a', 'најмање 1 ред'],
    [fieldOf('fileList'), 'a[1]', 'изаберите документ пројекта'],
    [fieldOf('locationList', { maxRows: 2 }), 'a', 'од 0 до 2 реда'],
    [fieldOf('locationList'), 'a[1]', 'изаберите са списка'],
    [fieldOf('table', { minRows: 2 }), 'a', 'најмање 2 реда'],
    [fieldOf('org'), undefined, 'изаберите са списка'],
    [fieldOf('rsd', { signed: true }), undefined, 'од −999.999.999.999.999,00 до 999.999.999.999.999,00'],
    [fieldOf('percent'), undefined, 'од 0,00 до 100,00'],
    [fieldOf('percent', { unbounded: true }), undefined, 'од 0,00 до 999.999.999.999.999,00'],
    [fieldOf('rsd', { computed: true }), undefined, 'највише 999.999.999.999.999,00'],
  ])('%j at %s: %s', (given, path, expected) => {
    expect(ruleText(given, path).sr).toBe(expected);
  });
});
