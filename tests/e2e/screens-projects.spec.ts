import { test } from '@playwright/test';
import { expectGoodScreens } from './screens.ts';

test('screens of projects are accessible, wide and light, narrow and dark', async ({ browser }) => {
  await expectGoodScreens(browser, [
    '/dashboard',
    '/notifications',
    '/projects',
    '/archived-projects',
    '/projects/create',
    '/projects/PPOV-PK/details',
    '/projects/PPOV-PK/phases',
    '/projects/PPOV-PK/documents',
    '/projects/PPOV-PK/comments',
  ]);
});
