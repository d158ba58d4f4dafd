import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { NeedLine } from '@pimis/domain/portfolio/fiscal-calendar';
import { draw } from '../../../testing/form.tsx';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import { SectorTable } from './SectorTable.tsx';

const line = (ceiling: bigint | null): NeedLine => ({
  year: 2027,
  source: '',
  sector: 5,
  need: 100n,
  ceiling,
  over: ceiling === null ? 0n : 100n - ceiling,
  projects: 1,
});
/** A sector that the filter leaves out: its ceiling is shown, no project is counted. */
const ceilingOnly: NeedLine = { ...line(1000n), sector: 2, need: 0n, over: 0n, projects: null };

interface Drawn {
  mayEnter: boolean;
  offersCeilings?: boolean;
  filters?: Record<string, string>;
}

async function drawn(lines: readonly NeedLine[], { mayEnter, offersCeilings = false, filters = {} }: Drawn) {
  const Screen = () => (
    <SectorTable
      lines={lines}
      years={[2027]}
      filter={{ ...FIRST_PAGE, filters }}
      onCeiling={mayEnter ? () => undefined : undefined}
      offersCeilings={offersCeilings}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  await screen.getByText('По секторима').click();
  return screen;
}

test('a ceiling of nothing is shown as one, to who enters it and to who reads it', async () => {
  for (const mayEnter of [true, false]) {
    const screen = await drawn([line(0n)], { mayEnter });
    await expect.element(screen.getByText('од 0,00', { exact: true })).toBeVisible();
    await screen.unmount();
  }
});

test('a place without a ceiling offers one only while ceilings are set', async () => {
  const offer = (screen: Awaited<ReturnType<typeof drawn>>) => screen.getByText('+ граница');
  const read = await drawn([line(null)], { mayEnter: true });
  await expect.element(offer(read)).not.toBeInTheDocument();
  await read.unmount();
  const setting = await drawn([line(null)], { mayEnter: true, offersCeilings: true });
  await expect.element(offer(setting)).toBeVisible();
});

test('only what counts projects leads to them, within the filter', async () => {
  const screen = await drawn([ceilingOnly, line(null)], {
    mayEnter: false,
    filters: { sector: '5', search: 'Нишава' },
  });
  await expect.element(screen.getByRole('row', { name: /^Саобраћај/ })).toBeVisible();
  const links = screen.getByRole('link').elements();
  expect(links.map((link) => link.textContent)).toEqual(['1,00']);
  const address = new URL(links[0]?.getAttribute('href') ?? '', 'http://portfolio.test');
  expect(address.pathname).toBe('/projects');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    'f.sector': '5',
    'f.search': 'Нишава',
    'f.fiscalNeed': '2027:',
  });
});
