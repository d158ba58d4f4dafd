import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedProject } from '@pimis/contract/project-rows';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ProjectsPage } from './ProjectsPage.tsx';
import '@fontsource-variable/source-sans-3/wght.css';

afterEach(() => vi.restoreAllMocks());

/** The table with these projects. */
async function drawTable(projects: readonly Partial<ListedProject>[]) {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: typeof url === 'string' && url.includes('projects/paged') ? projects : [],
      additionalInformation: { totalRows: projects.length, totalIsAtLeast: false, keys: null, groups: null },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const { screen } = await drawBesideAway(ProjectsPage, { route: '/projects', address: '/projects' });
  return screen;
}

/** The table without a project. */
const drawEmpty = () => {
  signIn(1, ['Project_View']);
  return drawTable([]);
};

test('the columns of the ministry fit beside the menu on a screen of 1440 px, with the longest state', async () => {
  // A screen of 1440 px without the menu and the margins, and a little for chips that are wider here.
  await page.viewport(1200, 800);
  signIn(1, ['Project_View', 'Admin']);
  const screen = await drawTable([
    {
      code: 'B-10000',
      name: 'Реконструкција водовода и канализације у насељу Петровац',
      organizationName: 'Општина Прокупље – Општинска управа',
      phase: PHASE.identification,
      phaseStatus: PHASE_STATUS.identificationList,
      status: 0,
      totalValue: '9654109400.00',
      onTurn: { side: 'own', label: { sr: 'Направи листу', en: 'Create the list' } },
      waitingSince: '2026-11-30T09:00:00Z',
      lastChangeDate: '2026-11-30T09:00:00Z',
    },
  ]);
  await expect.element(screen.getByText('B-10000')).toBeVisible();
  await document.fonts.ready;
  const table = screen.getByRole('table').element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
});

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
