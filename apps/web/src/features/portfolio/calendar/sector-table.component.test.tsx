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

async function drawn(ceiling: bigint | null, mayEnter: boolean) {
  const Screen = () => (
    <SectorTable
      lines={[line(ceiling)]}
      years={[2027]}
      filter={{ ...FIRST_PAGE, filters: {} }}
      onCeiling={mayEnter ? () => undefined : undefined}
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
    const screen = await drawn(0n, mayEnter);
    await expect.element(screen.getByText('од 0,00', { exact: true })).toBeVisible();
    await screen.unmount();
  }
  const without = await drawn(null, true);
  await expect.element(without.getByText('без границе')).toBeVisible();
});
