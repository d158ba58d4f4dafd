import { notifications } from '@mantine/notifications';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { rowsAt } from '@pimis/domain/forms/paths';
import type { Kind } from '@pimis/domain/forms/types';
import { type Language, setLanguage } from '../i18n/i18n.ts';
import { drawForm } from '../testing/form.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  notifications.clean();
  await setLanguage('sr-Cyrl');
});

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

describe('a pasted block', () => {
  const column = (path: string, kind: Kind) => ({ path, kind, label: { sr: path, en: path } });
  const table = { ...column('табела', 'table'), columns: [column('назив', 'text'), column('износ', 'rsd')] };
  const pasteInto = (target: Element, text: string) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  };

  test('of one column of texts goes into the rows, also from a text cell on', async () => {
    const { screen, store } = await drawForm([table], { табела: [{ назив: 'старо' }] });
    pasteInto(
      screen.getByRole('textbox', { name: 'назив, Ред 1' }).element(),
      'Прва\r\n"Друга\nстратегија"\r\nТрећа\r\n',
    );
    await expect.element(screen.getByRole('textbox', { name: 'назив, Ред 3' })).toHaveValue('Трећа');
    expect(rowsAt(store.values, 'табела').map(({ назив }) => назив)).toEqual(['Прва', 'Друга стратегија', 'Трећа']);
  });

  test('is said in one message, also when an amount is refused', async () => {
    const shown = vi.spyOn(notifications, 'show');
    const { screen, store } = await drawForm([table], { табела: [{}] });
    pasteInto(screen.getByRole('textbox', { name: 'износ, Ред 1' }).element(), '1,234.56\r\n1,234\r\n1.234,56\r\n');
    await expect.element(screen.getByRole('textbox', { name: 'износ, Ред 3' })).toHaveValue('1.234,56');
    expect(rowsAt(store.values, 'табела').map(({ износ }) => износ)).toEqual(['1234.56', undefined, '1234.56']);
    expect(shown).toHaveBeenCalledOnce();
  });
});
