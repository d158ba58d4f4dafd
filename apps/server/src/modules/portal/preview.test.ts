import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Publicity, PublicPreview } from '@pimis/contract/open-data';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let life: ProjectDriver;

const preview = (login: string, query = '', { code } = life) =>
  server.call<PublicPreview>(login, 'GET', `projects/${code}/public-preview${query}`);
const withhold = (code: string, withheld: boolean) =>
  server.call('admin', 'PUT', `projects/${code}/withholding`, { withheld, reason: 'Тајно.' });
const publicity = async () => (await server.call<Publicity>('admin', 'GET', 'administration/publicity')).payload;
/** All stored public facts. */
async function readFacts(): Promise<unknown> {
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

it('a project is shown as it would be published, and nothing is stored', async () => {
  const before = await readFacts();
  const { payload, headers } = await preview('admin');
  expect(payload?.state).toBe('notYet');
  expect(payload?.html).toContain('ППОВ Прокупље');
  expect(payload?.html).toContain('Овако би јавност видела пројекат.');
  expect(payload?.html).toContain('name="robots" content="noindex"');
  expect(headers['cache-control']).toBe('no-store');
  expect(await readFacts()).toEqual(before);
  expect((await preview('admin', '?language=en')).payload?.html).toContain(
    'This is how the public would see the project.',
  );
  expect((await preview('admin', '?script=latin')).payload?.html).toContain('PPOV Prokuplje');
});

it('only administrators see the preview, and the projects that become public next', async () => {
  expect((await preview('local.user')).status.name).toBe('Forbidden');
  expect((await server.call('local.user', 'GET', 'administration/publicity')).status.name).toBe('Forbidden');
});

it('a project on a list is listed until it is decided; a withheld one is marked, with its reason', async () => {
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
  await withhold(life.code, true);
  expect(await publicity()).toMatchObject({
    withheldTotal: 1,
    withheld: [{ projectCode: life.code, reason: 'Тајно.' }],
  });
  const hidden = await preview('admin');
  expect(hidden.payload?.state).toBe('withheld');
  expect(hidden.payload?.html).toContain('ППОВ Прокупље');
  const { body } = await server.app.inject({ url: '/public/projects' });
  expect(body).not.toContain('ППОВ Прокупље');
  await withhold(life.code, false);
  expect(await publicity()).toMatchObject({ withheldTotal: 0, withheld: [] });
});

it('a plan that waits for approval is listed, if no list precedes it, and shown with its newest values', async () => {
  const { db } = server.context;
  const early = await ProjectDriver.start(server, { type: 1 });
  await early.fillAndApprove();
  // Its plan is begun, and not locked yet.
  expect((await publicity())?.upcoming).toEqual([]);
  const form = await early.fill();
  const upcoming = async () => (await publicity())?.upcoming.map(({ list, withheld }) => ({ list, withheld }));
  expect(await upcoming()).toEqual([{ list: null, withheld: false }]);
  await withhold(early.code, true);
  expect(await upcoming()).toEqual([{ list: null, withheld: true }]);
  await withhold(early.code, false);
  expect(await upcoming()).toEqual([{ list: null, withheld: false }]);
  const statusIs = (status: number) =>
    sql`update projects set status = ${status} where code = ${early.code}`.execute(db);
  await statusIs(PROJECT_STATUS.archived);
  expect(await upcoming()).toEqual([]);
  await statusIs(PROJECT_STATUS.pending);

  const shown = async () => (await preview('admin', '', early)).payload?.html;
  expect(await shown()).toContain('Пројекат: по плану 1.4.2026. – 30.9.2026.');
  await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select form_id, revision + 1, definition_version,
           jsonb_set(input::jsonb, '{implementationDates,end}', '"2026-12-31"'), user_name
    from form_revisions where form_id = ${form} order by revision desc limit 1`.execute(db);
  expect(await shown()).toContain('Пројекат: по плану 1.4.2026. – 31.12.2026.');
  const formIs = (status: number) => sql`update project_forms set status = ${status} where id = ${form}`.execute(db);
  await formIs(FORM_STATUS.unlocked);
  expect(await shown()).not.toContain('Пројекат: по плану');
  await formIs(FORM_STATUS.locked);
  await early.approve();
  expect((await publicity())?.upcoming).toEqual([]);
});

it('a project that the commission has refused, or that is already public, is not listed', async () => {
  const { db } = server.context;
  const put = (code: string, list: number, decision: number | null) =>
    sql`with list as (insert into project_lists (type, name) values (${list}, 'Још једна') returning id)
      insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision, decided_at)
      select list.id, projects.id, 1, 14, '{"phase": 0}', ${decision}::smallint, now() from list, projects where code = ${code}`.execute(
      db,
    );
  await put(await createProject(server, 'local.user'), 3, 2);
  await put(life.code, 4, null);
  expect((await publicity())?.upcoming).toEqual([]);
});
