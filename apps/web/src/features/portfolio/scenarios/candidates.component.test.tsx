import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { Candidate } from '@pimis/domain/portfolio/scenario/types';
import { draw } from '../../../testing/form.tsx';
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

const drawn = (candidates: Candidate[]) => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Candidates candidates={candidates} actions={null} /> }),
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
  const figures = document.querySelector('.candidate-figures')?.getBoundingClientRect() ?? new DOMRect();
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
