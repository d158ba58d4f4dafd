import { expect } from '@playwright/test';
import { signedIn, signIn } from './actors.ts';
import { variations } from '../../apps/server/src/testing/thorough.ts';
import { expectReportedFailure, isReading, readingsOf } from './failures.ts';
import { test } from './seats.ts';

/** Requests of the frame, which all screens share, fail only on the first screen. */
const FRAME = ['/api/configuration', '/api/dashboard', '/api/notices', '/api/notifications/unread', '/api/operations'];

/** Each costs a load of the whole application. */
const FEW = 3;

const SCREENS: readonly (readonly [string, readonly string[]])[] = [
  ['of the dashboard and the frame', ['/dashboard']],
  [
    'of lists',
    ['/projects', '/archived-projects', '/notifications', '/project-lists/3', '/registry/organizations', '/reporting'],
  ],
  [
    'of a project',
    [
      'details',
      'phases',
      'documents',
      'comments',
      'options/settings',
      'options/organizations',
      'options/appropriations',
    ].map((tab) => `/projects/PPOV-PK/${tab}`),
  ],
  [
    'of the administration',
    [
      '/administration/user/management',
      '/administration/user/local.user',
      '/administration/user/profile',
      '/administration/user/create',
      '/administration/role/management',
      '/administration/role/create',
      '/administration/organization/management',
      '/administration/organization/50112',
      '/administration/notices',
      '/administration/audit',
    ],
  ],
];

for (const [of, paths] of SCREENS) {
  test(`every panel ${of} that fails to load says so, with a button to try again`, async ({ seats }) => {
    const page = await signedIn(seats, 'admin');
    const isOwn = (path: string, reading: string) =>
      isReading(reading) && (path === '/dashboard' || !FRAME.includes(reading));
    for (const path of paths) {
      await expectReportedFailure(page, path, `${path} without any reading`, (reading) => isOwn(path, reading));
    }
    for (const path of variations(paths.slice(0, 1), paths)) {
      const own = (await readingsOf(page, path)).filter((reading) => isOwn(path, reading));
      for (const one of variations(own.slice(0, FEW), own)) {
        await expectReportedFailure(page, path, `${path} without ${one}`, (reading) => reading === one);
      }
    }
  });
}

test('without the right a screen shows the sentence, and none of its tools', async ({ seats }) => {
  const page = await signIn(seats, 'evaluator');
  for (const path of ['/administration/audit', '/administration/notices', '/administration/role/management']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Немате потребна овлашћења.');
    await expect(page.locator('main').getByRole('button')).toHaveCount(0);
    await expect(page.locator('main').getByRole('link')).toHaveCount(0);
  }
});

test('a deadline leads to a list only for those who may open it', async ({ seats }) => {
  const clerk = await signIn(seats, 'local.user');
  const deadlines = clerk.getByRole('region', { name: 'Рокови' });
  await expect(deadlines).toBeVisible();
  await expect(deadlines.locator('a[href^="/project-lists"]')).toHaveCount(0);
});
