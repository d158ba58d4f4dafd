import { expect, test } from 'vitest';
import { formNameIn } from './form-name.ts';

const title = { sr: 'Квартални извештај', en: 'Quarterly report' };
const definition = { title, family: 'generic' as const };

test('the name of a form is the stored one in Serbian, and its title with its quarter in English', () => {
  expect(formNameIn(definition, 'Квартални извештај-2026-2', 'sr')).toBe('Квартални извештај-2026-2');
  expect(formNameIn(definition, 'Квартални извештај-2026-2', 'en')).toBe('Quarterly report 2026-2');
  expect(formNameIn(definition, 'Квартални извештај', 'en')).toBe('Quarterly report');
});

test('an older form has the name of its definition', () => {
  expect(formNameIn({ title, family: 'older' }, 'КИ', 'sr')).toBe('Квартални извештај');
});
