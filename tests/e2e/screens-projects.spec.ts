import { expectGoodScreens } from './screens.ts';
import { test } from './seats.ts';

test('screens of projects are accessible, wide and light, narrow and dark', async ({ seats }) => {
  await expectGoodScreens(seats, [
    '/dashboard',
    '/tasks',
    '/tasks/decisions',
    '/notifications',
    '/projects',
    '/archived-projects',
    '/projects/create',
    '/portfolio/overview',
    '/portfolio/map',
    '/portfolio/progress',
    '/projects/PPOV-PK/details',
    '/projects/PPOV-PK/phases',
    '/projects/PPOV-PK/documents',
    '/projects/PPOV-PK/comments',
  ]);
});
