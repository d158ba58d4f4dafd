import { expect, test } from 'vitest';
import { allForms } from './catalogue.ts';
import { formNameIn } from './form-name.ts';
import { isOlderForm, titleOf } from './titles.ts';

test('every form has its title by its code, and is told from the older ones', () => {
  for (const { code, title, family } of allForms()) {
    expect(titleOf(code), code).toEqual(title);
    expect(isOlderForm(code), code).toBe(family === 'older');
  }
  expect(titleOf('toString')).toBeUndefined();
});

test('the name of a form is the stored one in Serbian, and its title with its quarter in English', () => {
  const report = { code: 'kvartalni', name: 'Квартални извештај-2026-2' };
  expect(formNameIn(report, 'sr')).toBe('Квартални извештај-2026-2');
  expect(formNameIn(report, 'en')).toBe('Quarterly report 2026-2');
  expect(formNameIn({ ...report, name: 'Извештај-2026-2 (стари)' }, 'en')).toBe('Quarterly report');
  expect(formNameIn({ ...report, name: 'Извештај' }, 'en')).toBe('Quarterly report');
  // No year has five quarters: rules that read the name know none, and neither does the screen.
  expect(formNameIn({ ...report, name: 'Квартални-2026-5' }, 'en')).toBe('Quarterly report');
  expect(formNameIn({ code: 'nepoznat', name: 'Неки образац' }, 'en')).toBe('Неки образац');
});

test('an older form has the name of its definition', () => {
  expect(formNameIn({ code: 'pif-mini', name: 'ПИФ' }, 'sr')).toBe('Кратки ПИФ');
});
