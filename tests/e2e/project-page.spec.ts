import { expect } from '@playwright/test';
import type { Project } from '@pimis/contract/projects';
import { authorization, signIn } from './actors.ts';
import { LED_ON } from './journey.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

/** A demo project after its first phase with an open step, which no other test changes. */
async function inLaterPhase(request: Parameters<typeof authorization>[0]): Promise<Project> {
  const headers = await authorization(request, 'admin');
  const table = await request.get('/api/projects/paged?perPage=100&sort_by=createdDate&sort_desc=false', { headers });
  const { payload } = (await table.json()) as { payload: { code: string }[] };
  for (const { code } of payload) {
    if (code === LED_ON) continue;
    const answer = await request.get(`/api/projects/${code}`, { headers });
    const project = ((await answer.json()) as { payload: Project }).payload;
    const main = project.availableActions.find(({ id }) => id === project.mainAction);
    if (main && project.phaseStatus !== 6 && project.phases[0]?.state === 'done') return project;
  }
  throw new Error('No project with a main button past its first phase');
}

test('only the current phase has the main button', async ({ seats, request }) => {
  const project = await inLaterPhase(request);
  const label = project.availableActions.find(({ id }) => id === project.mainAction)?.label.sr ?? '';
  const page = await signIn(seats, 'admin', `/projects/${project.code}/phases/${project.projectPhaseId}/forms`);
  const button = page.getByRole('button', { name: label, exact: true });
  await expect(button).toBeVisible();
  await follow(page, `/projects/${project.code}/phases/${project.phases[0]?.projectPhaseId}/forms`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('organization and status are columns of their own, and the ministry has its filter', async ({ seats }) => {
  const page = await signIn(seats, 'admin', '/projects');
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true }).getByRole('button');
  await expect(column('Орган')).toBeVisible();
  await expect(column('Стање')).toBeVisible();
  // Every row would have the status „У току“.
  await expect(column('Статус')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Завршени' }).click();
  await expect(column('Статус')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Орган', exact: true }).getByRole('button').click();
  await expect(page).toHaveURL(/sort_by=organizationName|sort=organizationName|organizationName/);
});

test('a missing right is named as the reason, on tables and on the way to a new project', async ({ seats }) => {
  const page = await signIn(seats, 'operator', '/projects');
  await expect(page.getByText('Немате потребна овлашћења.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Нови пројекат' })).toHaveCount(0);
  await follow(page, '/projects/create');
  await expect(page.getByLabel(/^Радни назив/)).toHaveCount(0);
});
