import { sql } from 'kysely';
import ICAL from 'ical.js';
import { beforeAll, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';
import { eraseContacts } from '../identity/users/personal-data.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
let life: ProjectDriver;
let name = '';

const own = (login: string) => `security/users/${login}/calendar`;
const since = async (login: string) =>
  (await server.call<{ createdDate: string | null }>(login, 'GET', own(login))).payload?.createdDate;
/** The path of a new address. */
async function make(login: string): Promise<string> {
  const { payload } = await server.call<{ address: string }>(login, 'POST', own(login));
  return new URL(payload?.address ?? '').pathname;
}
const open = (path: string) => server.app.inject({ url: path });
const setDay = (value: string | null) =>
  server.call('reviewer', 'PUT', `projects/lists/3/${name}/session`, { day: value });

/** The entries as an independent parser reads them: day, title, number and state. */
async function entries(path: string): Promise<string[]> {
  const answer = await open(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(answer.body) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const { summary, startDate, sequence } = new ICAL.Event(event);
    return `${startDate.toString()} ${summary} ${sequence} ${String(event.getFirstPropertyValue('status'))}`;
  });
}

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  name = (await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3')).payload?.name ?? '';
});

it('has one address, which can be replaced, is revoked at once, and is shown only in its answer', async () => {
  expect(await since('local.power')).toBeNull();
  const first = await make('local.power');
  expect(await since('local.power')).toBe('2026-04-02T09:00:00.000Z');
  expect(await entries(first)).toEqual([]);
  const second = await make('local.power');
  expect(second).not.toBe(first);
  expect((await open(first)).statusCode).toBe(404);
  expect((await open(second)).statusCode).toBe(200);
  const secret = /\/([\w-]+)\.ics$/.exec(second)?.[1] ?? '';
  const { rows } = await sql<{ found: boolean }>`
    select calendar_addresses::text like ${`%${secret}%`} as found from calendar_addresses`.execute(server.context.db);
  expect(rows).toEqual([{ found: false }]);
  expect((await server.call('local.power', 'DELETE', own('local.power'))).httpStatus).toBe(200);
  expect((await open(second)).statusCode).toBe(404);
  expect((await server.call('local.power', 'DELETE', own('local.power'))).status.name).toBe('NotFound');
  expect(await since('local.power')).toBeNull();
  const log = await server.context.db
    .selectFrom('audit_log')
    .select(['operation', 'detail'])
    .where('operation', 'like', 'calendar.%')
    .orderBy('id')
    .execute();
  const createdDate = '2026-04-02T09:00:00.000Z';
  expect(log).toEqual([
    { operation: 'calendar.create', detail: { before: null, after: { createdDate } } },
    { operation: 'calendar.create', detail: { before: { createdDate }, after: { createdDate } } },
    { operation: 'calendar.revoke', detail: { before: { createdDate }, after: null } },
  ]);
});

it('belongs only to its owner, and is unknown while the owner is not active', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await server.call('local.user', method, own('local.admin'))).httpStatus, method).toBe(403);
  }
  const path = await make('local.power');
  const { db } = server.context;
  await db.updateTable('users').set({ status: 2 }).where('login', '=', 'local.power').execute();
  expect((await open(path)).statusCode).toBe(404);
  await db.updateTable('users').set({ status: 1 }).where('login', '=', 'local.power').execute();
  expect((await open(path)).statusCode).toBe(200);
});

it('has the sessions that its owner may see; moved and cancelled ones keep their identity', async () => {
  const [mine, others] = [await make('local.user'), await make('other.user')];
  expect(await entries(mine)).toEqual([]);
  await setDay('2026-04-20');
  const title = `${name}: седница комисије`;
  expect(await entries(mine)).toEqual([`2026-04-20 ${title} 0 CONFIRMED`]);
  expect(await entries(`${mine}?language=en`)).toEqual([`2026-04-20 ${name}: session of the commission 0 CONFIRMED`]);
  expect(await entries(others)).toEqual([]);
  const before = await open(mine);
  await setDay('2026-04-24');
  expect(await entries(mine)).toEqual([`2026-04-24 ${title} 1 CONFIRMED`]);
  const uid = (text: string) => /UID:(\S+)/.exec(text)?.[1];
  const after = await open(mine);
  expect(uid(after.body)).toBe(uid(before.body));
  await setDay(null);
  // Nothing is written while the installation is read-only.
  server.setReadOnly('Одржавање');
  expect(await entries(mine)).toEqual([`2026-04-24 ${title} 2 CANCELLED`]);
  server.setReadOnly(null);
  expect((await open(mine)).body).toContain('CANCELLED');
  const stored = () =>
    server.context.db.selectFrom('calendar_addresses').select('entries').orderBy('user_id').execute();
  const kept = await stored();
  await Promise.all(Array.from({ length: 10 }, () => open(mine)));
  expect(await stored()).toEqual(kept);
  // A new address continues the numbering.
  expect(await entries(await make('local.user'))).toEqual([`2026-04-24 ${title} 2 CANCELLED`]);
});

it('has ends of postponements and quarters to report, by code and number without a name', async () => {
  await life.act('reviewer', 4, { date: '2026-04-02', postponedDate: '2026-06-01' });
  const path = await make('local.user');
  const project = await life.read();
  const reference = [life.code, project.number].filter(Boolean).join(' ');
  expect(await entries(path)).toContain(`2026-06-01 ${reference}: истиче одлагање 0 CONFIRMED`);
  const text = (await open(path)).body.replaceAll('\r\n ', '');
  expect(text).not.toContain(project.name);
  // The state of a project whose next quarter is awaited.
  await server.context.db
    .updateTable('projects')
    .set({
      phase: 5,
      phase_status: 1,
      postponed_until: null,
      open_steps: ['sendQuarter', 'lockForm', 'fillForm'],
      waiting_since: '2026-06-30T22:00:00Z',
    })
    .where('code', '=', life.code)
    .execute();
  const found = await entries(path);
  expect(found).toContain(`2026-07-01 ${reference}: извештај за 2. квартал 2026. 0 CONFIRMED`);
  expect(found).toContain(`2026-06-01 ${reference}: истиче одлагање 1 CANCELLED`);
  // Only people of the project's own body report, so only they have the entry.
  expect(await entries(await make('other.user'))).toEqual([]);
});

it('is removed with the contacts of its owner', async () => {
  const path = await make('local.power');
  const { db } = server.context;
  const id = await userIdOf(db, 'local.power');
  await db.transaction().execute((tx) => eraseContacts(tx, server.context.config, id, server.context.now()));
  expect((await open(path)).statusCode).toBe(404);
});
