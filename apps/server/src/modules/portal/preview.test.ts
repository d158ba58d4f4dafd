import { beforeAll, expect, it } from 'vitest';
import type { Publicity, PublicPreview } from '@pimis/contract/open-data';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let life: ProjectDriver;

const preview = (login: string, query = '') =>
  server.call<PublicPreview>(login, 'GET', `projects/${life.code}/public-preview${query}`);
const publicity = async () => (await server.call<Publicity>('admin', 'GET', 'administration/publicity')).payload;
/** Everything that is kept of the public facts. */
async function kept(): Promise<unknown> {
  const { db } = server.context;
  return [
    await db.selectFrom('public_projects').selectAll().orderBy('project_id').execute(),
    await db.selectFrom('public_forms').selectAll().orderBy('form_id').execute(),
  ];
}

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
});

it('a project is shown as it would be published, and nothing of it stays', async () => {
  const before = await kept();
  const { payload, headers } = await preview('admin');
  expect(payload?.state).toBe('notYet');
  expect(payload?.html).toContain('ППОВ Прокупље');
  expect(payload?.html).toContain('Овако би јавност видела пројекат.');
  expect(payload?.html).toContain('name="robots" content="noindex"');
  expect(headers['cache-control']).toBe('no-store');
  expect(await kept()).toEqual(before);
  expect((await preview('admin', '?language=en')).payload?.html).toContain(
    'This is how the public would see the project.',
  );
  expect((await preview('admin', '?script=latin')).payload?.html).toContain('PPOV Prokuplje');
});

it('only administrators see it, and what becomes public next', async () => {
  expect((await preview('local.user')).status.name).toBe('Forbidden');
  expect((await server.call('local.user', 'GET', 'administration/publicity')).status.name).toBe('Forbidden');
});

it('a project on a list is named until it is decided; a withheld one is marked, and named with its reason', async () => {
  expect(await publicity()).toMatchObject({ published: true, upcomingTotal: 0, withheldTotal: 0 });
  await server.call('reviewer', 'POST', 'projects/lists/3');
  expect(await publicity()).toMatchObject({
    upcomingTotal: 1,
    upcoming: [{ projectCode: life.code, list: 3, withheld: false }],
  });
  const date = server.context.now().toISOString().slice(0, 10);
  await life.act('reviewer', 1, { date });
  expect((await publicity())?.upcoming).toEqual([]);
  expect((await preview('admin')).payload?.state).toBe('public');
  await server.call('admin', 'PUT', `projects/${life.code}/withholding`, { withheld: true, reason: 'Тајно.' });
  expect(await publicity()).toMatchObject({
    withheldTotal: 1,
    withheld: [{ projectCode: life.code, reason: 'Тајно.' }],
  });
  const hidden = await preview('admin');
  expect(hidden.payload?.state).toBe('withheld');
  expect(hidden.payload?.html).toContain('ППОВ Прокупље');
  const { body } = await server.app.inject({ url: '/public/projects' });
  expect(body).not.toContain('ППОВ Прокупље');
});

it('a plan that waits for its approval is named, where no list comes before it', async () => {
  const early = await ProjectDriver.start(server, { type: 1 });
  await early.fillAndApprove();
  await early.fill();
  expect((await publicity())?.upcoming).toMatchObject([{ projectCode: early.code, list: null, withheld: false }]);
  await early.approve();
  expect((await publicity())?.upcoming).toEqual([]);
});
