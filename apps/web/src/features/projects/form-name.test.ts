import { expect, it } from 'vitest';
import { formName } from './form-name.ts';

it('a form is named in the language of the screen, in its script', () => {
  const form = { code: 'kvartalni', name: 'Квартални извештај-2026-2' };
  const data = (text: string | null | undefined) => `«${text}»`;
  expect(formName(form, { language: 'en', data })).toBe('«Quarterly report, Q2 2026»');
  for (const language of ['sr-Cyrl', 'sr-Latn'] as const) {
    expect(formName(form, { language, data })).toBe('«Квартални извештај, 2. квартал 2026»');
  }
});
