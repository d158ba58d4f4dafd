import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ListItem } from '@pimis/contract/lists';
import type { AvailableAction } from '@pimis/contract/projects';
import { DECISION_SUMMARY } from '../../testing/decision-summary.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { projectQuery } from '../projects/api.ts';
import { ListItems } from './ListItems.tsx';

const ITEM: ListItem = {
  position: 1,
  projectCode: 'PROBA',
  projectName: 'Проба',
  organizationName: 'Град',
  totalValue: '1.00',
  phase: 0,
  phaseStatus: 14,
  projectPhaseId: 7,
  pimisCommented: true,
  decision: null,
  decisionDate: null,
  decisionComment: null,
  postponedDate: null,
  canDecide: true,
};

const YES: AvailableAction = {
  id: '0-6-1',
  action: 1,
  key: 'accept',
  label: { sr: 'Усваја се', en: 'Accept' },
  needs: { comment: false, date: false, postponedDate: false },
  disabled: null,
  prominent: true,
  followUp: { status: 1, phase: 1 },
};

const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  organizationName: 'Град',
  phase: 0,
  phaseStatus: 6,
  projectPhaseId: 7,
  pimisCommented: true,
  totalValue: '1.00',
  proposedDecision: null,
};

/** The state on the server: a decision of somebody else changes it. */
let decided = false;
let isListed = true;
let items = [ITEM];

const answers = (path: string): unknown => {
  if (path.includes('/lists/')) return decided ? [{ ...ITEM, decision: 2, canDecide: false }] : items;
  if (path.includes('/decision-summary')) return DECISION_SUMMARY;
  if (path.includes('projects/PROBA')) return { ...PROJECT, availableActions: isListed && !decided ? [YES] : [] };
  return { today: '2026-11-20' };
};

beforeEach(() => {
  decided = false;
  isListed = true;
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: answers(typeof url === 'string' ? url : ''),
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

test('a project that somebody else has decided on is shown so to who would decide', async () => {
  const screen = await draw(<ListItems type={3} name="2026-1" />);
  const decide = screen.getByRole('button', { name: 'Одлучи: PROBA' });
  await expect.element(decide).toBeVisible();
  decided = true;
  await decide.click();
  await expect.element(screen.getByText('Не усваја се')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a decision that is being written stays on the screen when somebody else decides', async () => {
  const screen = await draw(<ListItems type={3} name="2026-1" />);
  await screen.getByRole('button', { name: 'Одлучи: PROBA' }).click();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await userEvent.fill(comment, 'Без примедби');
  decided = true;
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText('Не усваја се')).toBeInTheDocument();
  await expect.element(comment).toHaveValue('Без примедби');
});

function ProjectPage() {
  const { data } = useQuery(projectQuery('PROBA'));
  return <p>Страница: {data?.name}</p>;
}

test('a project whose page was read before the list was made is decided on', async () => {
  isListed = false;
  const screen = await draw(
    <>
      <ProjectPage />
      <ListItems type={3} name="2026-1" />
    </>,
  );
  await expect.element(screen.getByText('Страница: Проба')).toBeVisible();
  isListed = true;
  await screen.getByRole('button', { name: 'Одлучи: PROBA' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Усваја се' })).toBeVisible();
});

test.each([
  [800, 'below the header', 52],
  [600, 'at the top of a low screen, where no header is', 0],
])('the decision for several is in view on a screen of %i, %s', async (height, _where, top) => {
  await page.viewport(1280, height);
  items = Array.from({ length: 60 }, (_, index) => ({ ...ITEM, position: index + 1, projectCode: `PROBA-${index}` }));
  const screen = await draw(<ListItems type={3} name="2026-1" />);
  for (const row of [58, 59]) await screen.getByRole('checkbox', { name: `Изабери PROBA-${row}` }).click();
  await expect.element(screen.getByRole('button', { name: 'Одлучи за изабране' })).toBeInViewport({ ratio: 1 });
  expect(screen.container.querySelector('.list-chosen')?.getBoundingClientRect().top).toBe(top);
  items = [ITEM];
});

test('a missing opinion is shown to those whom it concerns: who decides, and who writes it', async () => {
  const missing = { ...ITEM, pimisCommented: false };
  for (const [canDecide, claims, shown] of [
    [true, [], true],
    [false, ['Admin'], true],
    [false, [], false],
  ] as const) {
    items = [{ ...missing, canDecide }];
    signIn(1, claims);
    const screen = await draw(<ListItems type={3} name="2026-1" />);
    await expect.element(screen.getByText(/Град/)).toBeVisible();
    const word = screen.getByText('недостаје');
    await (shown ? expect.element(word).toBeVisible() : expect.element(word).not.toBeInTheDocument());
    await screen.unmount();
  }
  items = [ITEM];
});
