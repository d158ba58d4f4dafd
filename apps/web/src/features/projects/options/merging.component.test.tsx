import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { sending } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { focusFirstErrors } from '../../../ui/first-error.ts';
import { Merging } from './Merging.tsx';

afterEach(() => vi.restoreAllMocks());

const PROJECT = { id: 1, code: 'PROBA', name: 'Проба', rights: { merge: true } } as unknown as Project;

test('without the other project the cursor goes to where it is chosen, and nothing is asked', async () => {
  focusFirstErrors();
  signIn();
  const screen = await draw(<Merging project={PROJECT} />);
  await screen.getByRole('button', { name: 'Споји' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Други пројекат' })).toHaveFocus();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  ['is taken to the one that stays', false, '/projects/PROBA/details'],
  ['and goes elsewhere meanwhile stays there', true, '/projects'],
])('who merges projects %s', async (_what, leaves, there) => {
  signIn();
  const { sent, answer } = sending(() => [{ id: 2, code: 'DRUGI', name: 'Други' }]);
  const { screen, path, goElsewhere } = await drawBesideAway(() => <Merging project={PROJECT} />);
  await userEvent.fill(screen.getByRole('combobox', { name: 'Други пројекат' }), 'Други');
  await screen.getByRole('option', { name: 'Други (DRUGI)' }).click();
  await screen.getByRole('button', { name: 'Споји' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Споји' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  if (leaves) await goElsewhere();
  answer({ code: 'PROBA' });
  await expect.element(screen.getByText('Пројекти су спојени у PROBA.')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(path).toBe(there);
});
