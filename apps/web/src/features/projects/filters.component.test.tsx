import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import { FilterBar } from '../../ui/DataTable/FilterBar.tsx';
import { FIRST_PAGE, type TableState } from '../../ui/DataTable/state.ts';
import { useProjectFilters } from './filters.ts';
import '../../ui/DataTable/table.css';

const ROWS = [
  { id: '70998', name: 'Прокупље' },
  { id: '70017', name: 'Алексинац' },
  { id: '50112', name: 'Град Прокупље' },
];

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const address = new URL(asked instanceof Request ? asked.url : asked, location.href);
    const payload = ROWS.filter(({ id }) => id === address.searchParams.get('filter[search]'));
    return Response.json({ payload, additionalInformation: {}, status: { code: 0, name: 'Success' }, errors: [] });
  });
});
afterEach(() => vi.restoreAllMocks());

async function drawn(filters: Record<string, string>) {
  let now: Record<string, string> = {};
  const Bar = () => {
    const [state, setState] = useState<TableState>({ ...FIRST_PAGE, filters });
    now = state.filters;
    return (
      <FilterBar filters={useProjectFilters()} values={state.filters} ask={setState} state={state} count={undefined} />
    );
  };
  const screen = await draw(<Bar />);
  return { screen, chip: (name: string) => screen.getByRole('button', { name, exact: true }), filters: () => now };
}

test('chips name the places and bodies of codes; a code that no registry has stays', async () => {
  const { chip } = await drawn({ municipality: ';70998,none;70017', organizationId: '50112' });
  await expect.element(chip('Општина: Прокупље, Без податка и уједно Алексинац')).toBeVisible();
  await expect.element(chip('Орган (ЈБКЈС): Град Прокупље')).toBeVisible();
  const others = await drawn({ municipality: '99999', organizationId: '501' });
  await expect.element(others.chip('Општина: 99999')).toBeVisible();
  await expect.element(others.chip('Орган (ЈБКЈС): 501')).toBeVisible();
});

test('what an address alone filters by has a chip in words', async () => {
  const { screen, chip, filters } = await drawn({ stage: '2', openStep: 'lockForm', isStepLate: 'true', code: 'va' });
  await expect.element(chip('Етапа: Реализација')).toBeVisible();
  await expect.element(chip('Отворени корак: закључавање обрасца')).toBeVisible();
  await expect.element(chip('Предуго чека: Да')).toBeVisible();
  await expect.element(chip('Радни назив: va')).toBeVisible();
  await chip('Уклони филтер Етапа').click();
  await expect.poll(filters).toEqual({ openStep: 'lockForm', isStepLate: 'true', code: 'va' });
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Сектор' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Етапа' })).not.toBeInTheDocument();
});

test('needs of a year are chosen by year and source', async () => {
  const { screen, chip, filters } = await drawn({});
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Потребе у години' }).click();
  const need = screen.getByRole('combobox', { name: 'Потребе у години' });
  await need.selectOptions('2027');
  await screen.getByRole('combobox', { name: 'Извор' }).selectOptions('Зајам');
  await expectAccessibleInBothThemes(document.body);
  await screen.getByRole('button', { name: 'Примени' }).click();
  await expect.poll(filters).toEqual({ fiscalNeed: '2027:Зајам' });
  await chip('Потребе у години: 2027, Зајам').click();
  // Another year keeps the source; all approved projects have none.
  await need.selectOptions('2028');
  await expect.element(screen.getByRole('combobox', { name: 'Извор' })).toHaveValue(':Зајам');
  await need.selectOptions('сви одобрени');
  await expect.element(screen.getByRole('combobox', { name: 'Извор' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Примени' }).click();
  await expect.poll(filters).toEqual({ fiscalNeed: 'approved' });
});

test('a list of the commission is chosen by type and decision; without a name it filters nothing', async () => {
  const { screen, chip, filters } = await drawn({ onList: ';1/Прва;3/2026-1/commissionNo' });
  await chip('Листа комисије: Предлог рационализације Прва и уједно Идеја 2026-1, Одбијено').click();
  const field = (role: 'combobox' | 'textbox', name: string, place: number) =>
    screen.getByRole(role, { name }).nth(place);
  await expect.element(field('combobox', 'Листа комисије', 1)).toHaveValue('3');
  await field('combobox', 'Листа комисије', 1).selectOptions('Спремност');
  await field('textbox', 'Назив листе', 1).fill('');
  await expect.element(field('combobox', 'Листа комисије', 1)).toHaveValue('5');
  await field('textbox', 'Назив листе', 1).fill('2026-2');
  await field('combobox', 'Одлука', 1).selectOptions('Усвојено');
  await expectAccessibleInBothThemes(document.body);
  await field('textbox', 'Назив листе', 0).fill('');
  await userEvent.keyboard('{Enter}');
  await expect.poll(filters).toEqual({ onList: '5/2026-2/commissionYes' });
});

test('Tab leads from the values of a filter to its buttons, not into the list that closes', async () => {
  const { screen } = await drawn({});
  await screen.getByRole('button', { name: 'Филтер', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Стање' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Стање' })).toHaveFocus();
  await expect.element(screen.getByRole('listbox')).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Поништи' })).toHaveFocus();
});
