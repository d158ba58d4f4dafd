import { test } from '@playwright/test';
import { expectGoodScreens } from './screens.ts';

test('screens of the administration are accessible, wide and light, narrow and dark', async ({ browser }) => {
  await expectGoodScreens(browser, [
    '/administration',
    '/administration/audit',
    '/administration/user/profile',
    '/administration/user/management',
    '/administration/user/create',
    '/administration/user/local.user',
    '/administration/role/management',
    '/administration/role/create',
    '/administration/role/2',
    '/administration/organization/management',
    '/administration/organization/50112',
    '/administration/notices',
  ]);
});
