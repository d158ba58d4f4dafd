import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useState } from 'react';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FIRST_PAGE, type TableState } from './state.ts';
import './table.css';

const expectAccessible = () => expectAccessibleInBothThemes(document.body);

const PHASES = [
  { value: '1', label: 'Идеја' },
  { value: '2', label: 'План' },
  { value: '3', label: 'Рад' },
];

function Filters({ filters = {} }: { filters?: Record<string, string> }) {
  const [state, setState] = useState<TableState>({ ...FIRST_PAGE, filters });
  return (
    <FilterBar
      filters={[
        { id: 'opened', label: 'Отворен', kind: 'dateRange' },
        { id: 'value', label: 'Вредност', kind: 'moneyRange' },
        { id: 'phase', label: 'Фаза', kind: 'multi', hasParts: true, options: PHASES },
        { id: 'late', label: 'Касни', kind: 'yesNo', hasParts: true },
        {
          id: 'list',
          label: 'Листа',
          kind: 'text',
          hasParts: true,
          say: (part) => `листа ${part}`,
          hint: 'Врста и назив, на пример 3/2026-1.',
        },
        { id: 'day', label: 'Дан', kind: 'day', hasParts: true },
      ]}
      values={state.filters}
      ask={setState}
      state={state}
      count={undefined}
    />
  );
}

test('what an address filters by besides has a chip too, which takes it away', async () => {
  const filters = { opened: '2026-05-01', 'opened-to': '2026-06-01', value: '1500', 'phase-from': '2', other: 'x' };
  const screen = await draw(<Filters filters={filters} />);
  const chip = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(chip('Отворен: 1.5.2026.')).toBeVisible();
  await expect.element(chip('Отворен: … – 1.6.2026.')).toBeVisible();
  await expect.element(chip('Вредност: 1.500,00')).toBeVisible();
  await expect.element(chip('Фаза, од: План')).toBeVisible();
  await expect.element(chip('other: x')).toBeVisible();
  await chip('Отворен: 1.5.2026.').click();
  await screen.getByRole('textbox', { name: 'Отворен' }).fill('2.5.2026.');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Отворен: 2.5.2026.')).toBeVisible();
  await expect.element(chip('Отворен: … – 1.6.2026.')).toBeVisible();
  await chip('Уклони филтер other').click();
  await expect.element(chip('other: x')).not.toBeInTheDocument();
  await chip('Уклони филтер Фаза, од').click();
  await expect.element(chip('Фаза, од: План')).not.toBeInTheDocument();
  // The field that it filtered by is not offered; the field of the same name is.
  await chip('Филтер').click();
  await expect.element(screen.getByRole('menuitem', { name: 'Фаза', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'other' })).not.toBeInTheDocument();
});

test('a filter of several parts says each of them, and its fields keep the others', async () => {
  const screen = await draw(
    <Filters filters={{ phase: ';1,3;2', late: ';false;true', list: '1/А;Б', day: ';2026-05-01;2026-06-01' }} />,
  );
  const chip = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(chip('Фаза: Идеја, Рад и уједно План')).toBeVisible();
  await expect.element(chip('Касни: Не и уједно Да')).toBeVisible();
  await expect.element(chip('Листа: листа 1/А;Б')).toBeVisible();
  await expect.element(chip('Дан: 1.5.2026. и уједно 1.6.2026.')).toBeVisible();
  await chip('Дан: 1.5.2026. и уједно 1.6.2026.').click();
  await expectAccessible();
  await screen.getByRole('textbox', { name: 'Дан' }).nth(1).fill('2.6.2026.');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Дан: 1.5.2026. и уједно 2.6.2026.')).toBeVisible();
  await chip('Листа: листа 1/А;Б').click();
  const list = screen.getByRole('textbox', { name: 'Листа' });
  await expect.element(list).toHaveAccessibleDescription('Врста и назив, на пример 3/2026-1.');
  await expectAccessible();
  await list.fill('2/В;Г');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Листа: листа 2/В;Г')).toBeVisible();
  // Without its first part the second one is left.
  await chip('Дан: 1.5.2026. и уједно 2.6.2026.').click();
  await screen.getByRole('textbox', { name: 'Дан' }).nth(0).fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Дан: 2.6.2026.')).toBeVisible();
});

test('a filter that an address bounds by what is no day says it as it is written', async () => {
  const filters = { 'opened-from': 'јуче', 'opened-to': '2026-05-01 10:00:00' };
  const screen = await draw(<Filters filters={filters} />);
  await expect.element(screen.getByRole('button', { name: 'Отворен: јуче – 2026-05-01 10:00:00' })).toBeVisible();
});

test('a filter with a long value is as high as its text, also without a space in it', async () => {
  const filters = { phase: ';1,2,3'.repeat(9), list: 'а'.repeat(200), late: 'true' };
  const screen = await draw(
    <div style={{ width: 320, display: 'flex', flexWrap: 'wrap' }}>
      <Filters filters={filters} />
    </div>,
  );
  await expect.element(screen.getByRole('button', { name: /^Фаза: / })).toBeVisible();
  const chips = [...document.querySelectorAll('.filter-chip')];
  expect(chips).toHaveLength(3);
  for (const chip of chips) {
    const box = chip.getBoundingClientRect();
    expect(box.width).toBeLessThanOrEqual(320);
    for (const line of chip.querySelector('strong')?.getClientRects() ?? []) {
      expect(line.top).toBeGreaterThanOrEqual(box.top);
      expect(line.bottom).toBeLessThanOrEqual(box.bottom);
    }
  }
});

test('a filter is accessible while it is open, and leads back to where it was opened', async () => {
  const screen = await draw(<Filters />);
  await screen.getByRole('button', { name: 'Филтер' }).click();
  await expectAccessible();
  await screen.getByRole('menuitem', { name: 'Вредност' }).click();
  await expect.element(screen.getByLabelText('Од')).toHaveFocus();
  await expectAccessible();
  await screen.getByLabelText('Од').fill('100');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: /^Вредност: / })).toHaveFocus();
});

test('Tab goes round within a filter, and a press beside it closes it', async () => {
  const screen = await draw(<Filters />);
  await screen.getByRole('button', { name: 'Филтер' }).click();
  await screen.getByRole('menuitem', { name: 'Вредност' }).click();
  await expect.element(screen.getByLabelText('Од')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(screen.getByRole('button', { name: 'Примени' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByLabelText('Од')).toHaveFocus();
  await userEvent.click(document.body, { position: { x: 5, y: 600 } });
  await expect.element(screen.getByLabelText('Од')).not.toBeInTheDocument();
});
