import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, setLanguage } from '../i18n/i18n.ts';
import { drawForm } from '../testing/form.tsx';

afterEach(() => setLanguage('sr-Cyrl'));

test.each<[Language, string]>([
  ['sr-Cyrl', 'Ред'],
  ['sr-Latn', 'Red'],
  ['en', 'Row'],
])('the word above the numbers of rows is one line: %s', async (language, word) => {
  await page.viewport(1280, 800);
  const label = { sr: 'Износ', en: 'Amount' };
  const column = { path: 'износ', kind: 'rsd' as const, label };
  const { screen } = await drawForm([{ path: 'табела', kind: 'table', label, columns: [column] }], { табела: [{}] });
  await setLanguage(language);
  const head = screen.getByRole('columnheader').nth(0);
  await expect.element(head).toHaveTextContent(word);
  const text = document.createRange();
  text.selectNodeContents(head.element());
  expect(text.getClientRects()).toHaveLength(1);
  expect(head.element().scrollWidth).toBeLessThanOrEqual(head.element().clientWidth);
});
