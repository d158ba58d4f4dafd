import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiFailure } from '../../api/client.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import type { Column, Groups } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import type { Filter } from './filter.ts';
import type { LongList } from './Pager.tsx';
import { FIRST_PAGE, listParameters, type TableState } from './state.ts';

interface Row {
  code: string;
  value: string;
}

const ROWS: Row[] = Array.from({ length: 10 }, (_, index) => ({ code: `P-${index + 1}`, value: `${index}.000,00` }));
const FILTERS: Filter[] = [
  { id: 'search', kind: 'search', label: 'Претрага' },
  {
    id: 'value',
    kind: 'moneyRange',
    label: 'Вредност',
    quick: [{ label: 'до 500 мил.', from: '', to: '500000000' }],
  },
];
/** As in a registry, whose search is shorter. */
const SHORT: Filter[] = [{ id: 'search', kind: 'search', label: 'Претрага', maxLength: 200 }];
const WIDE = [1280, 800] as const;
const NARROW = [360, 700] as const;

interface Drawn {
  total?: number;
  page?: number;
  rows?: Row[];
  long?: LongList;
  count?: (state: TableState) => Promise<number>;
  groups?: Groups<Row>;
  filters?: Record<string, string>;
  sortBy?: string;
  failure?: (state: TableState) => unknown;
  offered?: Filter[];
}

async function drawTable({
  total = 95,
  page = 1,
  rows = ROWS,
  long,
  count,
  groups,
  filters = {},
  sortBy,
  failure,
  offered = FILTERS,
}: Drawn = {}) {
  const drawn = vi.fn((row: Row) => row.code);
  const requested = vi.fn<(state: TableState) => void>();
  const columns: Column<Row>[] = [
    { id: 'code', header: 'Шифра', cell: drawn, sortable: true, card: 'title' },
    { id: 'value', header: 'Вредност', cell: (row) => row.value, align: 'right', card: 'right' },
  ];
  function Table() {
    const [state, setState] = useState<TableState>({ ...FIRST_PAGE, page, filters, sortBy });
    return (
      <DataTable
        name="proba"
        caption="Пројекти"
        columns={columns}
        rows={rows}
        totalRows={total}
        long={long}
        state={state}
        onState={(next) => {
          requested(next);
          setState(next);
        }}
        rowKey={(row) => row.code}
        rowAddress={(row) => ({ to: `/projects/${row.code}` })}
        filters={offered}
        count={count}
        groups={groups}
        error={failure?.(state)}
        empty={{ title: 'Нема пројеката' }}
      />
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Table }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  return { screen, drawn, requested, router };
}

type Requested = Awaited<ReturnType<typeof drawTable>>['requested'];

/** What the screen is told of a press; it is told when the press has been painted. */
async function requestedBy(requested: Requested, press: Promise<void>): Promise<TableState | undefined> {
  const before = requested.mock.calls.length;
  await press;
  await expect.poll(() => requested.mock.calls.length).toBe(before + 1);
  return requested.mock.lastCall?.[0];
}

beforeEach(async () => {
  localStorage.clear();
  signIn();
  await page.viewport(...WIDE);
});

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

  test('sorts by its header, then the other way round, from the first page', { tags: ['thorough'] }, async () => {
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
    // Of head and foot only the pressed cell is drawn again: it alone asks for its words.
    expect(translated).toHaveBeenCalledTimes(1);
    translated.mockRestore();
    await expect.poll(() => requested.mock.calls.length).toBe(1);
  });

  test('asks once for a search, when the typing rests', async () => {
    const { screen, requested } = await drawTable();
    await screen.getByRole('textbox', { name: 'Претрага' }).fill('водовод');
    await expect.poll(() => requested.mock.calls.length).toBe(1);
    expect(requested).toHaveBeenCalledWith(expect.objectContaining({ filters: { search: 'водовод' }, page: 1 }));
  });

  test('keeps the blank after a word whose search is asked for while one types on', async () => {
    const { screen, requested } = await drawTable();
    const search = screen.getByRole('textbox', { name: 'Претрага' });
    await search.fill('нови ');
    await expect.poll(() => requested.mock.lastCall?.[0].filters).toEqual({ search: 'нови' });
    await userEvent.type(search, 'мост');
    await expect.element(search).toHaveValue('нови мост');
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
      // The press clears the selection, so it is made where a drag makes it: between the press and the click.
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

  test('says that there is nothing, and offers to clear what was searched', async () => {
    const { screen, requested } = await drawTable({ rows: [], total: 0 });
    await expect.element(screen.getByText('Нема пројеката')).toBeVisible();
    await screen.getByRole('textbox', { name: 'Претрага' }).fill('xyz');
    await expect.poll(() => requested.mock.calls.length).toBe(1);
    const clear = screen.getByRole('button', { name: /Обриши све|Поништи/ }).last();
    expect((await requestedBy(requested, clear.click()))?.filters).toEqual({});
  });
});

test('a filter that the server refuses can be removed by its chip, and from the refusal', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'filter[foo]', code: 'UnknownField' }]);
  const failure = ({ filters }: TableState) => (filters.foo ? refused : undefined);
  const { screen } = await drawTable({ filters: { foo: '1' }, failure });
  await expect.element(screen.getByRole('alert').getByText('Један од филтера није исправан.')).toBeVisible();
  await screen.getByRole('alert').getByRole('button', { name: 'Обриши све' }).click();
  await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
  await screen.unmount();
  const again = await drawTable({ filters: { foo: '1' }, failure });
  await again.screen.getByRole('button', { name: 'Уклони филтер foo' }).click();
  await expect.element(again.screen.getByText('P-1', { exact: true })).toBeVisible();
});

test('an order that the table no longer has is given up from the refusal', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'sort_by', code: 'InvalidField' }]);
  const failure = ({ sortBy }: TableState) => (sortBy === 'gone' ? refused : undefined);
  const { screen, requested } = await drawTable({ sortBy: 'gone', failure });
  const start = screen.getByRole('alert').getByRole('button', { name: 'Прикажи од почетка' });
  expect(await requestedBy(requested, start.click())).toMatchObject({ page: 1, sortBy: undefined, descending: false });
  await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
});

test('an order that is refused is not blamed on a filter beside it, which stays', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'sort_by', code: 'InvalidField' }]);
  const failure = ({ sortBy }: TableState) => (sortBy === 'gone' ? refused : undefined);
  const { screen, requested } = await drawTable({ sortBy: 'gone', filters: { search: 'мост' }, failure });
  const start = screen.getByRole('alert').getByRole('button', { name: 'Прикажи од почетка' });
  expect(await requestedBy(requested, start.click())).toMatchObject({ sortBy: undefined, filters: { search: 'мост' } });
});

test('the number that a filter would find is of the rows as they are now', { tags: ['thorough'] }, async () => {
  const count = vi.fn<(state: TableState) => Promise<number>>(async () => 1234);
  const { screen } = await drawTable({ count, filters: { 'value-to': '500' } });
  const chip = screen.getByRole('button', { name: /^Вредност:/ });
  await chip.click();
  await expect.element(screen.getByText('Одговара: 1.234')).toBeVisible();
  await chip.click();
  count.mockImplementation(() => new Promise(() => undefined));
  await chip.click();
  await expect.poll(() => count.mock.calls.length).toBe(2);
  await expect.element(screen.getByText('Одговара: 1.234')).not.toBeInTheDocument();
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

test('a filter offers quick ranges and says how many rows they leave before it is applied', {
  tags: ['thorough'],
}, async () => {
  const count = vi.fn(async (other: TableState) => (other.filters['value-to'] ? 1234 : 95));
  const { screen, requested } = await drawTable({ count });
  await screen.getByRole('button', { name: /Филтер/ }).click();
  await screen.getByRole('menuitem', { name: 'Вредност' }).click();
  await screen.getByRole('button', { name: 'до 500 мил.' }).click();
  await expect.element(screen.getByText('Одговара: 1.234')).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
  const applied = await requestedBy(requested, screen.getByRole('button', { name: 'Примени' }).click());
  expect(applied?.filters).toEqual({ 'value-to': '500000000' });
});

test('a view is saved under a name, brings back filters and order, and goes when it is removed', {
  tags: ['thorough'],
}, async () => {
  const { screen, requested } = await drawTable();
  await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  await screen.getByLabelText(/^Назив погледа/).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const turned = await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  expect(turned).toMatchObject({ sortBy: 'code', descending: true });
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  const saved = await requestedBy(requested, screen.getByRole('menuitem', { name: 'По шифри' }).click());
  expect(saved).toMatchObject({ sortBy: 'code', descending: false, columns: ['code', 'value'] });
});

test('no view is dropped for another: one more than there may be is refused, another state of one is not', {
  tags: ['thorough'],
}, async () => {
  const views = Array.from({ length: 20 }, (_, index) => ({ name: `Поглед ${index + 1}`, search: {} }));
  localStorage.setItem('pimis.views.proba.1', JSON.stringify(views));
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  const name = screen.getByLabelText(/^Назив погледа/);
  const save = screen.getByRole('button', { name: 'Сачувај', exact: true });
  await name.fill('Још један');
  await expect.element(screen.getByText(/највише 20/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await name.fill('Поглед 1');
  await save.click();
  await expect.element(name).not.toBeInTheDocument();
  const kept = JSON.parse(localStorage.getItem('pimis.views.proba.1') ?? '[]') as typeof views;
  expect(kept.map((view) => view.name)).toEqual([...views.slice(1), ...views.slice(0, 1)].map((view) => view.name));
});

test.for(['abc', 'null', '{"a":1}', '[1,null,{"name":"Без стања"}]'])(
  'the table is drawn where another program stored %s as its views and columns',
  { tags: ['thorough'] },
  async (stored) => {
    localStorage.setItem('pimis.views.proba.1', stored);
    localStorage.setItem('pimis.columns.proba.1', stored);
    const { screen } = await drawTable();
    await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
    await expect.element(screen.getByRole('menuitem').first()).toHaveTextContent('Сачувај овај поглед');
  },
);

test('the views of one user are not shown to the next at the same computer', async () => {
  localStorage.setItem('pimis.views.proba.1', JSON.stringify([{ name: 'Поглед Ане', search: {} }]));
  const viewsOf = async (userId: number) => {
    signIn(userId);
    const { screen } = await drawTable();
    await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
    const names = screen
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent);
    await screen.unmount();
    return names;
  };
  expect(await viewsOf(1)).toContain('Поглед Ане');
  expect(await viewsOf(2)).not.toContain('Поглед Ане');
});

test('a view for which the browser has no room is not called saved, and its name stays', {
  tags: ['thorough'],
}, async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  await screen.getByLabelText(/^Назив погледа/).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect.element(screen.getByText(/^Поглед није сачуван/)).toBeVisible();
  await expect.element(screen.getByLabelText(/^Назив погледа/)).toHaveValue('По шифри');
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

test('a long word in the name of a view breaks, so that the view can be removed on the narrowest screen', async () => {
  const name = 'Ш'.repeat(60);
  localStorage.setItem('pimis.views.proba.1', JSON.stringify([{ name, search: {} }]));
  await page.viewport(...NARROW);
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  const item = screen.getByRole('menuitem', { name }).element();
  expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth);
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  const remove = screen.getByRole('button', { name: `Уклони поглед ${name}` });
  await expect.element(remove).toBeVisible();
  expect(remove.element().getBoundingClientRect().right).toBeLessThan(360);
});

test.for([
  [95, undefined, { page: 10, at: undefined }],
  [95, { totalIsAtLeast: false }, { page: 10, at: 'end' }],
  [8, { totalIsAtLeast: false }, { page: 1, at: undefined }],
  [0, undefined, { page: 1, at: undefined }],
] as const)('a page behind the last of %i rows gives way to the last one', async ([total, long, asked]) => {
  const { requested } = await drawTable({ total, page: 12, rows: [], ...(long ? { long } : {}) });
  await expect.poll(() => requested.mock.calls.length).toBe(1);
  expect(requested.mock.calls[0]?.[0]).toMatchObject(asked);
});

describe('the pager of a long list', () => {
  const long = { totalIsAtLeast: true, keys: { first: 'prvi', last: 'poslednji' } };

  test('says that there are more rows than were counted, and counts them when asked', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, long });
    await expect.element(screen.getByText('1–10 од више од 10.000')).toBeVisible();
    const counted = await requestedBy(requested, screen.getByRole('button', { name: 'Преброј све' }).click());
    expect(counted).toMatchObject({ exact: true, page: 1 });
  });

  test('asks for the last page from the other end, and for the page before it by its key', async () => {
    const { screen, requested } = await drawTable({ total: 123_456, long: { ...long, totalIsAtLeast: false } });
    const last = await requestedBy(requested, screen.getByRole('button', { name: 'Последња страна' }).click());
    expect(last && listParameters(last)).toContain('end=true');
    await expect.element(screen.getByText('123.451–123.456 од 123.456')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Следећа страна' })).toBeDisabled();
    const before = await requestedBy(requested, screen.getByRole('button', { name: 'Претходна страна' }).click());
    expect(before?.page).toBe(12_345);
    expect(before && listParameters(before)).toContain('before=prvi');
  });

  test('asks for all pages by their number where rows have no keys', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, page: 150, long: { totalIsAtLeast: true } });
    const next = await requestedBy(requested, screen.getByRole('button', { name: 'Следећа страна' }).click());
    expect(next && listParameters(next)).toBe('perPage=10&page=151');
  });

  test('asks for near pages by their number', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, long });
    const next = await requestedBy(requested, screen.getByRole('button', { name: 'Следећа страна' }).click());
    expect(next && listParameters(next)).toBe('perPage=10&page=2');
  });
});

test('a search takes no more than the server does', async () => {
  for (const [offered, most] of [
    [FILTERS, '500'],
    [SHORT, '200'],
  ] as const) {
    const { screen } = await drawTable({ offered: [...offered] });
    await expect.element(screen.getByRole('textbox', { name: 'Претрага' })).toHaveAttribute('maxlength', most);
    await screen.unmount();
  }
});

test('neither does the filter of a text', async () => {
  const named: Filter = { id: 'name', kind: 'text', label: 'Назив' };
  const { screen } = await drawTable({ offered: [named], filters: { name: 'пут' } });
  await screen.getByRole('button', { name: /^Назив:/ }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Назив' })).toHaveAttribute('maxlength', '500');
});
