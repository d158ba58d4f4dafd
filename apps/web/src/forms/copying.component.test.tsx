import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Field } from '@pimis/domain/forms/types';
import { expectAccessibleInBothThemes } from '../testing/accessible.ts';
import { draw, drawForm } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { CopyChoice } from './CopyChoice.tsx';

const field = (path: string, sr: string): Field => ({ path, kind: 'text', label: { sr, en: sr } });
const WHAT = field('what', 'Шта');
const WHY = field('why', 'Зашто');
const ROWS: Field = { ...field('rows', 'Редови'), kind: 'table', columns: [field('name', 'Назив')] };

test('a copy fills what is empty and replaces only the fields that are ticked, each shown before and after', async () => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload: [], additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
  );
  const copy = vi.fn();
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `ред ${index + 1}` }));
  const offer = {
    filled: [WHAT],
    replacing: [
      { field: WHY, before: 'стара река', after: 'нова река' },
      { field: ROWS, before: rows(1), after: rows(5) },
    ],
  };
  const screen = await draw(<CopyChoice projectCode="PROBA" offer={offer} onCopy={copy} onClose={() => undefined} />);
  const names = screen.getByText('Шта', { exact: true });
  await expect.element(names).not.toBeVisible();
  await screen.getByText('Попуњава се 1 празно поље').click();
  await expect.element(names).toBeVisible();
  for (const text of ['стара река', 'нова река', /Назив: ред 3\s+још 2/]) {
    await expect.element(screen.getByText(text)).toBeVisible();
  }
  await expectAccessibleInBothThemes(screen.container);
  await screen.getByRole('button', { name: 'Преузми 1 поље' }).click();
  expect(copy).toHaveBeenLastCalledWith([WHAT]);
  await screen.getByRole('checkbox', { name: 'Зашто' }).click();
  await screen.getByRole('button', { name: 'Преузми 2 поља' }).click();
  expect(copy).toHaveBeenLastCalledWith([WHAT, WHY]);
  const all = screen.getByRole('checkbox', { name: 'Замени све' });
  await all.click();
  await screen.getByRole('button', { name: 'Преузми 3 поља' }).click();
  expect(copy).toHaveBeenLastCalledWith([WHAT, WHY, ROWS]);
  await all.click();
  await expect.element(screen.getByRole('checkbox', { name: 'Зашто' })).not.toBeChecked();
  vi.restoreAllMocks();
});

test('with nothing to fill and nothing ticked there is nothing to copy, and the dialog says so', async () => {
  signIn();
  const copy = vi.fn();
  const offer = { filled: [], replacing: [{ field: WHY, before: 'а', after: 'б' }] };
  const screen = await draw(<CopyChoice projectCode="PROBA" offer={offer} onCopy={copy} onClose={() => undefined} />);
  await screen.getByRole('button', { name: 'Преузми 0 поља' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Означите бар једно поље.');
  await screen.getByRole('checkbox', { name: 'Зашто' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(copy).not.toHaveBeenCalled();
});

test('copied fields carry a mark until the focus has left their section, or the user says that they were looked at', async () => {
  await page.viewport(1440, 900);
  const { screen, store } = await drawForm([WHAT, WHY, ROWS], { what: '' });
  const from = { what: 'мост', rows: [{ name: 'а' }] };
  const step = store.copyFields([WHAT, ROWS], from);
  const marks = screen.getByText('преузето', { exact: true });
  await expect.poll(() => marks.elements()).toHaveLength(2);
  const told = screen.getByText('2 поља су преузета из ранијег обрасца и нису прегледана.');
  await expect.element(told).toBeVisible();
  expect(store.unseen).toEqual(['what', 'rows']);
  await expectAccessibleInBothThemes(screen.container);

  (screen.getByRole('textbox', { name: /Зашто/ }).element() as HTMLElement).focus();
  expect(store.unseen).toEqual([]);
  await expect.element(told).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await expect.poll(() => marks.elements()).toHaveLength(0);

  store.undo(step);
  store.copyFields([WHAT], from);
  await expect.poll(() => marks.elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Прегледано' }).click();
  await expect.poll(() => marks.elements()).toHaveLength(0);
  expect(store.unseen).toEqual([]);
});
