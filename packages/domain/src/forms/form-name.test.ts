import { expect, test } from 'vitest';
import { allForms } from './catalogue.ts';
import { formNameIn } from './form-name.ts';
import { isOlderForm, titleOf } from './titles.ts';

test('every form has its title by its code, different from the older ones', () => {
  for (const { code, title, family } of allForms()) {
    expect(titleOf(code), code).toEqual(title);
    expect(isOlderForm(code), code).toBe(family === 'older');
  }
  expect(titleOf('toString')).toBeUndefined();
});

test('a form of a quarter is named by its title and the quarter, another one as it is stored in Serbian', () => {
  const report = { code: 'kvartalni', name: 'Квартални извештај-2026-2' };
  expect(formNameIn(report, 'sr')).toBe('Квартални извештај, 2. квартал 2026');
  expect(formNameIn(report, 'en')).toBe('Quarterly report, Q2 2026');
  expect(formNameIn({ ...report, name: 'Извештај-2026-2 (стари)' }, 'en')).toBe('Quarterly report');
  expect(formNameIn({ ...report, name: 'Извештај' }, 'en')).toBe('Quarterly report');
  expect(formNameIn({ ...report, name: 'Извештај' }, 'sr')).toBe('Извештај');
  // There is no fifth quarter: neither the rules that read the name nor the screen show one.
  expect(formNameIn({ ...report, name: 'Квартални-2026-5' }, 'en')).toBe('Quarterly report');
  expect(formNameIn({ code: 'nepoznat', name: 'Неки образац' }, 'en')).toBe('Неки образац');
});

test('an older form has the name of its definition', () => {
  expect(formNameIn({ code: 'pif-mini', name: 'ПИФ' }, 'sr')).toBe('Кратки ПИФ');
});
