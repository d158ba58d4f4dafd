import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import type { Filter } from './filter.ts';
import { FilterMenu } from './FilterMenu.tsx';

const filtersOf = (count: number): Filter[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `f${index}`,
    kind: 'text',
    label: index === 3 ? 'Вредност пројекта' : `Филтер ${index}`,
    group: index < 5 ? 'Новац' : 'Место',
  }));

test('filters are under their groups, and are found by name in either script', async () => {
  const onChoose = vi.fn();
  const screen = await draw(<FilterMenu filters={filtersOf(12)} onChoose={onChoose} />);
  await screen.getByRole('button', { name: 'Филтер' }).click();
  const items = () => [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent);
  await expect.poll(() => items().length).toBe(12);
  expect(
    document.querySelector('[role="group"][aria-label="Место"]')?.querySelectorAll('[role="menuitem"]').length,
  ).toBe(7);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Пронађи филтер');
  await expectAccessibleInBothThemes(document.body);
  await userEvent.keyboard('vrednost');
  await expect.poll(items).toEqual(['Вредност пројекта']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => onChoose.mock.calls.length).toBe(1);
  expect(onChoose.mock.calls[0]?.[0]).toMatchObject({ id: 'f3' });
});

test('a name that no filter has is said', async () => {
  const screen = await draw(<FilterMenu filters={filtersOf(12)} onChoose={vi.fn()} />);
  await screen.getByRole('button', { name: 'Филтер' }).click();
  await userEvent.keyboard('xyz');
  await expect.element(screen.getByText('Нема филтера са тим називом.')).toBeVisible();
});

test('a few filters have no search', async () => {
  const screen = await draw(<FilterMenu filters={filtersOf(4)} onChoose={vi.fn()} />);
  await screen.getByRole('button', { name: 'Филтер' }).click();
  await expect.element(screen.getByRole('menuitem').first()).toHaveFocus();
  expect(document.querySelector('[type="search"]')).toBeNull();
});
