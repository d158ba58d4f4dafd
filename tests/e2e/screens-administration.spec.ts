import { expectGoodScreens } from './screens.ts';
import { test } from './seats.ts';

test('screens of the administration are accessible, wide and light, narrow and dark', async ({ seats }) => {
  await expectGoodScreens(seats, [
    '/administration',
    '/administration/audit',
    '/administration/health',
    '/administration/publicity',
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
    '/administration/connections',
  ]);
});
