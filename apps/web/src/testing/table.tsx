import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column, Groups } from '../ui/DataTable/columns.ts';
import { DataTable } from '../ui/DataTable/DataTable.tsx';
import type { Filter } from '../ui/DataTable/filter.ts';
import type { LongList } from '../ui/DataTable/Pager.tsx';
import { FIRST_PAGE, type TableState } from '../ui/DataTable/state.ts';
import type { OfferedView } from '../ui/DataTable/ViewTabs.tsx';
import { draw } from './form.tsx';
import { signIn } from './sign-in.ts';

export interface Row {
  code: string;
  value: string;
}

export const ROWS: Row[] = Array.from({ length: 10 }, (_, index) => ({
  code: `P-${index + 1}`,
  value: `${index}.000,00`,
}));
const FILTERS: Filter[] = [
  { id: 'search', kind: 'search', label: 'Претрага' },
  {
    id: 'value',
    kind: 'moneyRange',
    label: 'Вредност',
    quick: [{ label: 'до 500 мил.', from: '', to: '500000000' }],
  },
];
export const WIDE = [1280, 800] as const;
export const NARROW = [360, 700] as const;

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
  views?: readonly OfferedView[];
}

export async function drawTable({
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
  views,
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
        views={views}
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

export type Requested = Awaited<ReturnType<typeof drawTable>>['requested'];

/** The state that a press requests; the request follows the paint of the press. */
export async function requestedBy(requested: Requested, press: Promise<void>): Promise<TableState | undefined> {
  const before = requested.mock.calls.length;
  await press;
  await expect.poll(() => requested.mock.calls.length).toBe(before + 1);
  return requested.mock.lastCall?.[0];
}

/** Signs in, forgets what tables keep, and takes a wide screen. */
export async function beginTable(): Promise<void> {
  localStorage.clear();
  signIn();
  await page.viewport(...WIDE);
}
