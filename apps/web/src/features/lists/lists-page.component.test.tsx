import { afterEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { sending } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { ListsPage } from './ListsPage.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['is taken to it', false, '/project-lists/3/2026-1'],
  ['and goes elsewhere meanwhile stays there', true, '/projects'],
])('who makes a list %s', async (_what, leaves, there) => {
  signIn(1, ['Admin']);
  const pending = { code: 'PROBA', name: 'Проба', sendingToCommissionFormsLimit: false };
  const { sent, answer } = sending((path) => (path.endsWith('/paged') ? [pending] : []), {
    totalRows: 1,
    older: false,
  });
  const { screen, path, goElsewhere } = await drawBesideAway(ListsPage);
  await screen.getByRole('button', { name: 'Направи листу' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Направи листу' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  if (leaves) await goElsewhere();
  answer({ name: '2026-1' });
  await expect.element(screen.getByText('Листа „2026-1“ је направљена.')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(path).toBe(there);
});
