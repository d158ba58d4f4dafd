import i18next from 'i18next';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { beginTable, drawTable, NARROW, ROWS, WIDE, type Row } from '../../testing/table.tsx';
import type { Groups } from './columns.ts';

beforeEach(beginTable);

describe('the table', () => {
  test('draws each row once, as a row or as a card', async () => {
    const { screen, drawn } = await drawTable();
    await expect.element(screen.getByRole('row', { name: /P-3/ })).toBeVisible();
    expect(drawn).toHaveBeenCalledTimes(ROWS.length);
    expect(document.querySelectorAll('a[href="/projects/P-3"]')).toHaveLength(1);
    await page.viewport(...NARROW);
    await expect.element(screen.getByRole('listitem').nth(2)).toBeVisible();
    expect(document.querySelectorAll('a[href="/projects/P-3"]')).toHaveLength(1);
    expect(document.querySelector('table')).toBeNull();
  });

  test('breaks a long word in the title of a card', async () => {
    await page.viewport(...NARROW);
    const { screen } = await drawTable({ rows: [{ code: 'Ш'.repeat(200), value: '1,00' }] });
    await expect.element(screen.getByRole('listitem')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  test('sorts by its header, then the other way round, from the first page', async () => {
    const { screen, requested } = await drawTable();
    await screen.getByRole('button', { name: 'Шифра' }).click();
    await expect.poll(() => requested.mock.calls.length).toBe(1);
    expect(requested).toHaveBeenLastCalledWith(expect.objectContaining({ sortBy: 'code', descending: false, page: 1 }));
    await expect.element(screen.getByRole('columnheader', { name: 'Шифра' })).toHaveAttribute('aria-sort', 'ascending');
    await screen.getByRole('button', { name: 'Шифра' }).click();
    await expect.poll(() => requested.mock.calls.length).toBe(2);
    expect(requested).toHaveBeenLastCalledWith(expect.objectContaining({ sortBy: 'code', descending: true }));
  });

  test('shows the arrow at once, draws no row for it, and tells the screen after the paint', async () => {
    const { screen, drawn, requested } = await drawTable();
    const header = screen.getByRole('columnheader', { name: 'Шифра' });
    await expect.element(header).toBeVisible();
    drawn.mockClear();
    const { translator } = i18next as unknown as { translator: { translate: () => string } };
    const translated = vi.spyOn(translator, 'translate');
    (screen.getByRole('button', { name: 'Шифра' }).element() as HTMLButtonElement).click();
    await Promise.resolve();
    expect(header.element().getAttribute('aria-sort')).toBe('ascending');
    expect(drawn).not.toHaveBeenCalled();
    expect(requested).not.toHaveBeenCalled();
    // In head and foot only the pressed cell is rendered again, so it alone requests a text.
    expect(translated).toHaveBeenCalledTimes(1);
    translated.mockRestore();
    await expect.poll(() => requested.mock.calls.length).toBe(1);
  });

  test('opens a row by keyboard and by a click anywhere in it', async () => {
    const { screen, router } = await drawTable();
    const link = screen.getByRole('link', { name: 'P-2', exact: true });
    link.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/projects/P-2');
    await router.navigate({ to: '/' });
    await screen.getByText('4.000,00').click();
    await expect.poll(() => router.state.location.pathname).toBe('/projects/P-5');
  });

  test('opens a tab with Ctrl and a click, or with the middle button, anywhere in a row', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    const { screen, router } = await drawTable();
    await screen.getByText('4.000,00').click({ modifiers: ['Control'] });
    await screen.getByText('5.000,00').click({ button: 'middle' });
    expect(opened.mock.calls).toEqual([
      ['/projects/P-5', '_blank', 'noopener'],
      ['/projects/P-6', '_blank', 'noopener'],
    ]);
    expect(router.state.location.pathname).toBe('/');
  });

  test('text of a row can be selected without opening the row', async () => {
    const { screen, router } = await drawTable();
    for (const text of ['4.000,00', 'P-3']) {
      const cell = screen.getByText(text, { exact: true }).element();
      // Pressing clears the selection, so the text is selected between the press and the click, as by dragging.
      cell.addEventListener('mouseup', () => window.getSelection()?.selectAllChildren(cell), { once: true });
      await userEvent.click(cell);
      expect(window.getSelection()?.toString()).toBe(text);
      expect(router.state.location.pathname).toBe('/');
      window.getSelection()?.removeAllRanges();
    }
    expect(screen.getByRole('link', { name: 'P-3', exact: true }).element()).toHaveAttribute('draggable', 'false');
    await screen.getByText('4.000,00').click();
    await expect.poll(() => router.state.location.pathname).toBe('/projects/P-5');
  });

  test('hides a column until it is wanted again, and keeps the choice', async () => {
    const { screen } = await drawTable();
    await screen.getByRole('button', { name: 'Колоне' }).click();
    await screen.getByRole('checkbox', { name: 'Вредност' }).click();
    await expect.element(screen.getByRole('columnheader', { name: 'Вредност' })).not.toBeInTheDocument();
    expect(localStorage.getItem('pimis.columns.proba.1')).toContain('"value":false');
  });
});

test('each cell is heard with what names its row', async () => {
  const { screen } = await drawTable();
  await expect.element(screen.getByRole('rowheader', { name: 'P-1', exact: true })).toBeVisible();
  expect(screen.getByRole('rowheader').elements()).toHaveLength(ROWS.length);
});

test('groups have a head of their own, with the sum under the column that it sums', async () => {
  const groups: Groups<Row> = {
    of: ({ code }) => (code === 'P-1' || code === 'P-2' ? 'a' : 'b'),
    sums: 'value',
    head: (group) => ({ label: group === 'a' ? 'Припрема' : 'Реализација', about: '2 пројекта', sum: '12,00' }),
  };
  const { screen } = await drawTable({ groups });
  await expect.element(screen.getByRole('row', { name: 'Припрема 2 пројекта 12,00' })).toBeVisible();
  const rows = screen.getByRole('row').elements();
  expect(rows.map((row) => row.textContent).slice(1, 5)).toEqual([
    'Припрема 2 пројекта12,00',
    'P-10.000,00',
    'P-21.000,00',
    'Реализација 2 пројекта12,00',
  ]);
  await page.viewport(...NARROW);
  await expect.element(screen.getByRole('region', { name: 'Припрема' })).toBeVisible();
});

test('one long word in a cell leaves the other columns in sight', async () => {
  await page.viewport(...WIDE);
  const screen = await draw(
    <div className="scroll-x" role="group">
      <table className="plain">
        <tbody>
          <tr>
            <td>
              <div className="table-words">{'Ш'.repeat(512)}</div>
            </td>
            <td className="amount">999.999.999.999,00 РСД</td>
          </tr>
        </tbody>
      </table>
    </div>,
  );
  const { scrollWidth, clientWidth } = screen.getByRole('group').element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
