import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NotificationSettings } from '@pimis/contract/daily';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Mail } from '../../platform/mail/mail.ts';
import { act, createProject, IDEA_TO_MINISTRY, lockedIdea, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';
import { today } from '../../platform/context.ts';
import { mailDigest, mailNotifications } from './mails.ts';
import { insertInfectedNotifications } from './recipient-queries.ts';
import { withMailJob } from './service.ts';

const server = useServer();
const DIGEST: NotificationSettings = { turn: 'digest', moved: 'digest', comments: 'digest' };
/** Mondays, so that each test has working days of its own. */
let monday = Date.parse('2027-06-07T00:00:00Z');
const HOUR_MS = 3_600_000;

/** Sets the server's clock to this hour in Belgrade, the given number of days after the test's Monday. */
function at(day: number, hour: number): void {
  server.setNow(new Date(monday + day * 24 * HOUR_MS + (hour - 2) * HOUR_MS));
}

async function queued(): Promise<Mail[]> {
  const { rows } = await sql<{ payload: Mail }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'sendMail' order by jobs.id`.execute(server.context.db);
  return rows.map(({ payload }) => payload);
}

async function digest(): Promise<Mail[]> {
  const before = (await queued()).length;
  await mailDigest(server.context);
  return (await queued()).slice(before);
}

function choose(login: string, settings: NotificationSettings) {
  return server.call<NotificationSettings>(login, 'PUT', 'notifications/settings', settings);
}

/** A project that waits for local.admin and local.power. */
async function sent(): Promise<string> {
  const { code } = await lockedIdea(server);
  await act(server, 'local.user', code, 1);
  return code;
}

beforeEach(async () => {
  server.setNow(null);
  monday += 14 * 24 * HOUR_MS;
  await sql`update notifications set mailed_at = now() where mailed_at is null`.execute(server.context.db);
});

describe('the daily digest', () => {
  it('is sent once on a working day, one mail per person, with everything unread', async () => {
    const codes = [await sent(), await sent()];
    await server.call('local.admin', 'POST', `projects/${codes[0]}/comments`, { text: 'За @local.power <b>&</b>' });
    at(0, 6.9);
    expect(await digest()).toEqual([]);
    at(0, 7);
    const mails = await digest();
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(['local.admin@example.rs', 'local.power@example.rs']);
    const mail = mails.find(({ to }) => to.startsWith('local.power'));
    expect(mail?.subject).toMatch(/^ПИМИС: 2 пројекта чекају на вас, \d+\.6\.2027\.$/);
    expect(mail?.text).toContain('Чека на вас (2)');
    expect(mail?.text).toContain('Поменути сте у коментару');
    expect(mail?.text).toContain('За @local.power <b>&</b>');
    expect(mail?.html).toContain('&lt;b&gt;&amp;&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>');
    for (const code of codes)
      expect(mail?.text).toContain(`${server.context.config.publicUrl}/projects/${code}/details`);
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/projects/${codes[0]}/comments`);

    expect(await digest()).toEqual([]);
    server.setNow(null);
    const late = await sent();
    at(0, 15);
    expect(await digest()).toEqual([]);
    at(1, 7.2);
    const next = await digest();
    expect(next).toHaveLength(2);
    expect(next[0]?.text).toContain(late);
    expect(next[0]?.text).not.toContain(codes[0]);
  });

  it('is sent once when two servers want to send it', async () => {
    await sent();
    at(0, 7);
    const before = (await queued()).length;
    await Promise.all(Array.from({ length: 5 }, () => mailDigest(server.context)));
    expect((await queued()).length - before).toBe(2);
  });

  it('waits over the weekend, and is sent later when the server was down at seven', async () => {
    await sent();
    at(5, 9);
    expect(await digest()).toEqual([]);
    at(7, 16);
    expect(await digest()).toHaveLength(2);
  });

  it('leaves out notifications that are read, settled, or no longer visible', async () => {
    const read = await sent();
    const { payload } = await server.call<{ id: string; projectCode: string }[]>('local.power', 'GET', 'notifications');
    const mine = payload?.find((row) => row.projectCode === read);
    await server.call('local.power', 'PUT', `notifications/${mine?.id}/read`);
    const over = await sent();
    await act(server, 'local.admin', over, 1);
    const hidden = await createProject(server, 'local.user');
    await sql`insert into project_organizations (project_id, organization_id)
      select id, '50101' from projects where code = ${hidden}`.execute(server.context.db);
    await server.call('local.user', 'POST', `projects/${hidden}/comments`, { text: 'За @other.user' });
    await sql`delete from project_organizations where organization_id = '50101'`.execute(server.context.db);
    const removed = await server.call<{ id: number }>('local.user', 'POST', `projects/${hidden}/comments`, {
      text: 'За @local.power',
    });
    await server.call('local.user', 'DELETE', `projects/${hidden}/comments/${removed.payload?.id}`);
    at(0, 8);
    const mails = await digest();
    expect(mails.map((mail) => mail.to).toSorted()).toEqual([
      'local.admin@example.rs',
      'local.user@example.rs',
      'verifier@example.rs',
    ]);
    expect(mails.find(({ to }) => to.startsWith('local.admin'))?.text).not.toContain(over);
  });

  it('is not sent to people without access, nor before seven', async () => {
    await sent();
    const status = (value: number) =>
      server.context.db.updateTable('users').set({ status: value }).where('login', '=', 'local.power').execute();
    await status(USER_STATUS.revoked);
    at(0, 6);
    expect(await digest()).toEqual([]);
    at(0, 7);
    const mails = await digest();
    await status(USER_STATUS.active);
    expect(mails.map(({ to }) => to)).toEqual(['local.admin@example.rs']);
  });

  it('names the day to which the commission postpones', async () => {
    const { code } = await lockedIdea(server);
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await act(server, login, code, 1);
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 1' });
    await act(server, 'reviewer', code, 4, { date: today(server.context), postponedDate: '2099-03-01' });
    at(0, 7);
    const mail = (await digest()).find(({ to }) => to.startsWith('local.user'));
    expect(mail?.text).toContain('Комисија: одлаже се (Идеја), до 1.3.2099.');
  });
});

describe('settings', () => {
  it('are the digest until they are changed, and only the user’s own', async () => {
    expect((await server.call('mei', 'GET', 'notifications/settings')).payload).toEqual(DIGEST);
    const chosen = { turn: 'now', moved: 'none', comments: 'digest' } as const;
    expect((await choose('mei', chosen)).payload).toEqual(chosen);
    expect((await server.call('mei', 'GET', 'notifications/settings')).payload).toEqual(chosen);
    expect((await server.call('local.admin', 'GET', 'notifications/settings')).payload).toEqual(DIGEST);
    const wrong = { ...DIGEST, turn: 'weekly' };
    expect((await server.call('mei', 'PUT', 'notifications/settings', wrong)).httpStatus).toBe(422);
    expect((await server.call('mei', 'PUT', 'notifications/settings', { turn: 'now' })).httpStatus).toBe(422);
  });

  it('"at once" mail each kind as it was chosen, once', async () => {
    await choose('local.admin', { turn: 'now', moved: 'none', comments: 'none' });
    await choose('local.power', { turn: 'none', moved: 'none', comments: 'now' });
    const before = (await queued()).length;
    const code = await sent();
    await mailNotifications(server.context);
    await mailNotifications(server.context);
    const mails = (await queued()).slice(before);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['local.admin@example.rs', `ПИМИС: ${code}, чека на вас`],
    ]);
    const jobs = await sql<{ count: number }>`select count(*)::integer as count
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'mailNotifications'`.execute(server.context.db);
    expect(jobs.rows[0]?.count).toBe(1);
    await server.call('local.user', 'POST', `projects/${code}/comments`, { text: '@local.power @local.admin' });
    await mailNotifications(server.context);
    expect((await queued()).slice(before + 1).map((mail) => mail.subject)).toEqual([
      `ПИМИС: ${code}, Поменути сте у коментару`,
    ]);
    at(0, 8);
    expect(await digest()).toEqual([]);
    server.setNow(null);
    await choose('local.admin', DIGEST);
    await choose('local.power', DIGEST);
  });

  it('for open steps apply to infected documents as well, both when written and later', async () => {
    const { db } = server.context;
    const code = await createProject(server, 'local.user');
    const [document] = (await upload(server, 'local.user', code)).payload ?? [];
    const { id: projectId } = await db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const userId = await userIdOf(db, 'local.user');
    const deliveries = async () =>
      (await db.selectFrom('notifications').select('delivery').where('project_id', '=', projectId).execute()).map(
        ({ delivery }) => delivery,
      );
    const infect = () =>
      db.transaction().execute((tx) =>
        withMailJob(insertInfectedNotifications)({
          tx,
          projectId,
          documentId: document?.id ?? 0,
          userId,
          at: server.context.now(),
        }),
      );
    await choose('local.user', DIGEST);
    await infect();
    await choose('local.user', { ...DIGEST, comments: 'none' });
    expect(await deliveries()).toEqual(['digest']);
    await choose('local.user', { ...DIGEST, turn: 'none' });
    expect(await deliveries()).toEqual([null]);
    await infect();
    expect(await deliveries()).toEqual([null, null]);
    await choose('local.user', DIGEST);
  });

  it('"not at all" drop notifications that waited for the next digest', async () => {
    await sent();
    await choose('local.power', { ...DIGEST, turn: 'none' });
    at(0, 8);
    expect((await digest()).map((mail) => mail.to)).toEqual(['local.admin@example.rs']);
    server.setNow(null);
    await choose('local.power', DIGEST);
  });
});
