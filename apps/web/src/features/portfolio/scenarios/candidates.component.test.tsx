import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import type { Candidate } from '@pimis/domain/portfolio/scenario/types';
import { draw } from '../../../testing/form.tsx';
import type { CandidateActions } from './candidate-actions.ts';
import { Candidates } from './Candidates.tsx';
import './scenarios.css';

const candidate = (code: string, name: string, organizationName: string): Candidate => ({
  code,
  name,
  organizationName,
  sector: 1,
  phase: 3,
  mark: '70',
  worth: '1000.00',
  needs: [],
  state: 'in',
  shift: 0,
});
const CANDIDATES = [
  candidate('SKOLA-1', 'Основна школа, доградња', 'Град Ваљево'),
  candidate('MOST-2', 'Мост на Ђетињи', 'Град Ужице'),
];

const drawn = (candidates: Candidate[], actions: CandidateActions | null = null) => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <Candidates candidates={candidates} first={2026} last={2029} actions={actions} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return draw(<RouterProvider router={router as never} />);
};

test('candidates are found by words in any order, in either script and without diacritics', async () => {
  const screen = await drawn(CANDIDATES);
  const field = screen.getByRole('textbox');
  const names = () => [...document.querySelectorAll('.candidate .strong')].map(({ textContent }) => textContent);
  await expect.poll(names).toHaveLength(2);
  for (const wanted of ['škola', 'dogradnja skola', 'ШКОЛА ваљево', 'skola-1']) {
    await field.fill(wanted);
    await expect.poll(names).toEqual(['Основна школа, доградња']);
    await field.fill('');
    await expect.poll(names).toHaveLength(2);
  }
  await field.fill('most školа');
  await expect.poll(names).toEqual([]);
});

test('a name without a space stays in its column, above the code of its project', async () => {
  const screen = await drawn([candidate('SKOLA-1', 'ш'.repeat(300), 'Град Ваљево')]);
  const code = screen.getByRole('link', { name: 'SKOLA-1' });
  await expect.element(code).toBeVisible();
  const name = document.querySelector('.candidate .strong')?.getBoundingClientRect() ?? new DOMRect();
  const figures = document.querySelector('.candidate-start')?.getBoundingClientRect() ?? new DOMRect();
  expect(name.right <= figures.left || name.bottom <= figures.top).toBe(true);
  expect(name.right).toBeLessThanOrEqual(window.innerWidth);
  expect(code.element().getBoundingClientRect().left).toBe(name.left);
});

test('a project with a plan in force says that its needs stay, while it is left out', async () => {
  const [one] = CANDIDATES;
  const inForce = [{ year: 2027, source: 'Буџет', amount: '1.00' }];
  const screen = await drawn(one ? [{ ...one, inForce, state: 'out' }] : []);
  const stays = screen.getByText('остају потребе важећег плана');
  await expect.element(stays).toBeVisible();
  await screen.unmount();
  const others = await drawn(
    one
      ? [
          { ...one, inForce },
          { ...one, code: 'DRUGI', inForce: [], state: 'out' },
        ]
      : [],
  );
  await expect.element(others.getByText('Основна школа, доградња').first()).toBeVisible();
  await expect.element(stays).not.toBeInTheDocument();
});

const NEEDS = [
  { year: 2027, source: 'Буџет', amount: '12000000.00' },
  { year: 2028, source: 'Буџет', amount: '3000000.00' },
  { year: 2028, source: 'Зајам', amount: '1500000.00' },
];
const PLANNED = { ...candidate('VRTIC-3', 'Вртић', 'Град Чачак'), needs: NEEDS, worth: '16500000.00' };

test('a row has its amounts in millions, and its needs by year', async () => {
  const screen = await drawn([PLANNED]);
  const cells = () => [...document.querySelectorAll('.candidate td')].map(({ textContent }) => textContent);
  await expect.poll(cells).toEqual(['', 'Почетак2027', 'Оцена70,00', 'Вредност16,50', expect.any(String), '']);
  await expect.element(screen.getByRole('img', { name: '2027: 12,00; 2028: 4,50' })).toBeVisible();
  await expect.element(screen.getByText('2027–2028: 16,50')).toBeVisible();
  await expect.element(screen.getByTitle('16.500.000,00').first()).toBeVisible();
});

test('projects without needs by year are counted as outside of the ceilings, and say so in their rows', async () => {
  const screen = await drawn([PLANNED, ...CANDIDATES]);
  const told = screen.getByText('2 пројекта немају потребе по годинама и не улазе у рачун граница.');
  await expect.element(told).toBeVisible();
  expect(screen.getByText('без потреба по годинама').elements()).toHaveLength(2);
  await screen.unmount();
  await drawn([PLANNED]);
  await expect.poll(() => document.querySelectorAll('.candidate')).toHaveLength(1);
  expect(document.body.textContent).not.toContain('у рачун граница');
});

test('a switch has the name of its project, and another year of start moves all needs', async () => {
  const actions = { set: vi.fn(), remove: vi.fn() };
  const screen = await drawn([{ ...PLANNED, shift: 1 }, ...CANDIDATES], actions);
  await screen.getByRole('checkbox', { name: 'Вртић' }).click();
  expect(actions.set.mock.lastCall).toEqual(['VRTIC-3', { state: 'out' }]);
  const start = screen.getByRole('combobox', { name: 'Почетак: Вртић' });
  await expect.element(start).toHaveDisplayValue('2028');
  await expect.element(screen.getByText('померен за 1 годину')).toBeVisible();
  (start.element() as HTMLSelectElement).focus();
  await expect.poll(() => start.element().querySelectorAll('option')).toHaveLength(41);
  await start.selectOptions('2025');
  expect(actions.set.mock.lastCall).toEqual(['VRTIC-3', { shift: -2 }]);
  // Only candidates with needs have a start year.
  expect(screen.getByRole('combobox', { name: /^Почетак/ }).elements()).toHaveLength(1);
});

test('the rest that can be done with a project is in the menu of its row, which its first press opens', async () => {
  const actions = { set: vi.fn(), remove: vi.fn() };
  const screen = await drawn([{ ...PLANNED, state: 'must' }], actions);
  const opener = screen.getByRole('button', { name: 'Радње: Вртић' });
  await expect.element(screen.getByRole('checkbox')).toBeDisabled();
  await expect.element(screen.getByText('· обавезан')).toBeVisible();
  await opener.click();
  await expect.element(screen.getByRole('menuitemradio', { name: 'обавезно' })).toHaveFocus();
  await screen.getByRole('menuitemradio', { name: 'слободно' }).click();
  expect(actions.set.mock.calls).toEqual([['VRTIC-3', { state: 'in' }]]);
  await opener.click();
  await screen.getByRole('menuitemradio', { name: 'изузето' }).click();
  expect(actions.set.mock.lastCall).toEqual(['VRTIC-3', { state: 'never' }]);
  await opener.click();
  await screen.getByRole('menuitem', { name: 'Избаци из сценарија' }).click();
  expect(actions.remove.mock.calls).toEqual([['VRTIC-3']]);
});

test('who only reads a scenario has its rows without fields', async () => {
  const screen = await drawn([PLANNED]);
  await expect.element(screen.getByRole('cell', { name: '2027', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: /^Радње/ })).not.toBeInTheDocument();
});
