import { expectGoodScreens } from './screens.ts';
import { test } from './seats.ts';

test('options of a project, lists and registries are accessible, wide and light, narrow and dark', async ({
  seats,
}) => {
  await expectGoodScreens(seats, [
    '/projects/PPOV-PK/options/settings',
    '/projects/PPOV-PK/options/organizations',
    '/projects/PPOV-PK/options/appropriations',
    '/projects/PPOV-PK/options/merging',
    '/project-lists/3',
    '/project-lists/1',
    '/registry',
    '/registry/locations',
    '/registry/appropriations',
    '/registry/banks/105',
    '/registry/organization/10503',
  ]);
});
