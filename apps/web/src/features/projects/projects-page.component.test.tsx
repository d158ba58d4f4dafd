import { afterEach, expect, test, vi } from 'vitest';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ProjectsPage } from './ProjectsPage.tsx';

afterEach(() => vi.restoreAllMocks());

/** The table without a project. */
async function drawEmpty() {
  signIn(1, ['Project_View']);
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: [],
      additionalInformation: { totalRows: 0, totalIsAtLeast: false, keys: null, groups: null },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawBesideAway(ProjectsPage, { route: '/projects', address: '/projects' });
  return screen;
}

test('an empty table names what narrows it, and nothing else', async () => {
  const screen = await drawEmpty();
  const followed = screen.getByRole('switch', { name: 'Које пратим' });
  await expect.element(screen.getByText('Овде још нема пројеката.')).toBeVisible();
  await followed.click();
  await expect.element(screen.getByText('Искључите „Које пратим“.', { exact: true })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Назив, радни назив или орган' }).fill('nema');
  await expect.element(screen.getByText('Поништите филтере. Искључите „Које пратим“.', { exact: true })).toBeVisible();
  await followed.click();
  await expect.element(screen.getByText('Поништите филтере.', { exact: true })).toBeVisible();
});
