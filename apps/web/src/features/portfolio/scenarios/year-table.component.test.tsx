import { expect, test } from 'vitest';
import { calendarOf } from '@pimis/domain/portfolio/scenario/calendar';
import { draw } from '../../../testing/form.tsx';
import { YearTable } from './YearTable.tsx';

const need = (year: number, amount: string) => ({ year, source: 'Зајам', amount });
const table = (ceilings: ReturnType<typeof need>[]) => (
  <YearTable
    calendar={calendarOf({ candidates: [], committed: [need(2027, '5000000.00'), need(2028, '1.00')], ceilings })}
  />
);

test('a scenario without ceilings shows its needs alone; one ceiling compares every year', async () => {
  const screen = await draw(table([]));
  await expect.element(screen.getByRole('row', { name: '2027 5,00', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Граница' })).not.toBeInTheDocument();
  await screen.unmount();
  const bounded = await draw(table([need(2027, '8000000.00')]));
  await expect.element(bounded.getByRole('row', { name: '2027 5,00 8,00 3,00', exact: true })).toBeVisible();
  await expect.element(bounded.getByRole('row', { name: /^2028 .* без границе –$/ })).toBeVisible();
});
