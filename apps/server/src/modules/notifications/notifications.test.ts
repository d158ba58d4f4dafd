import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ProjectNotification, NotificationsAdditional, Unread } from '@pimis/contract/daily';
import { USER_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { act, createProject, IDEA_TO_MINISTRY, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { today } from '../../platform/context.ts';
import { removeOldNotifications } from './service.ts';

const server = useServer();
const DAY_MS = 86_400_000;

async function notificationsOf(login: string, code: string): Promise<ProjectNotification[]> {
  const answer = await server.call<ProjectNotification[]>(login, 'GET', 'notifications?perPage=100');
  return (answer.payload ?? []).filter((row) => row.projectCode === code);
}

/** The kind of the newest notification of the project, by login. */
async function told(code: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ login: string; kind: string }>`
    select distinct on (users.id) users.login::text as login, notifications.kind
    from notifications join users on users.id = notifications.user_id
    join projects on projects.id = notifications.project_id
    where projects.code = ${code} order by users.id, notifications.id desc`.execute(server.context.db);
  return Object.fromEntries(rows.map(({ login, kind }) => [login, kind]));
}

async function forget(code: string): Promise<void> {
  await sql`delete from notifications using projects
    where projects.id = notifications.project_id and projects.code = ${code}`.execute(server.context.db);
}

async function unread(login: string): Promise<number> {
  return (await server.call<Unread>(login, 'GET', 'notifications/count')).payload?.unread ?? -1;
}

describe('a step', () => {
  it('notifies people who act next, took part or follow, but not the person who took it', async () => {
    const { code } = await lockedIdea(server);
    expect(await told(code)).toEqual({});
    await act(server, 'local.user', code, 1);
    expect(await told(code)).toEqual({ 'local.admin': 'turn', 'local.power': 'turn' });
    const [mine] = await notificationsOf('local.admin', code);
    expect(mine).toMatchObject({
      kind: 'turn',
      operation: 'send',
      step: { sr: 'потврда' },
      userName: 'Милена Јовић',
      phase: 0,
      phaseStatus: 2,
      readDate: null,
    });

    await forget(code);
    await server.call('minister', 'PUT', `projects/${code}/follow`);
    await server.call('local.user', 'PUT', `projects/${code}/follow`);
    await act(server, 'local.admin', code, 1);
    // The creator took part and follows, and gets one notification; local.power neither acted nor follows.
    expect(await told(code)).toEqual({ verifier: 'turn', 'local.user': 'moved', minister: 'moved' });

    await forget(code);
    await act(server, 'verifier', code, 2, { comment: 'Допуните опис.' });
    // The verifier took part too, but is of another organization and does not follow.
    expect(await told(code)).toEqual({
      'local.user': 'turn',
      'local.admin': 'turn',
      'local.power': 'turn',
      minister: 'moved',
    });
    expect((await notificationsOf('local.user', code))[0]).toMatchObject({
      operation: 'return',
      comment: 'Допуните опис.',
    });
  });

  it('notifies nobody without access', async () => {
    const { code } = await lockedIdea(server);
    const status = (value: number) =>
      server.context.db.updateTable('users').set({ status: value }).where('login', '=', 'local.power').execute();
    await server.call('local.power', 'PUT', `projects/${code}/follow`);
    await status(USER_STATUS.revoked);
    await act(server, 'local.user', code, 1);
    await status(USER_STATUS.active);
    await server.call('local.power', 'DELETE', `projects/${code}/follow`);
    expect(await told(code)).toEqual({ 'local.admin': 'turn' });
  });

  it('does not notify its sender, though they may confirm what others send', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.power', code, 1);
    expect(await told(code)).toEqual({ 'local.admin': 'turn', 'local.user': 'moved' });
  });

  it('notifies of a decision of the commission, and of the list before it', async () => {
    const { code } = await lockedIdea(server);
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await act(server, login, code, 1);
    // Administrators may make the list too.
    expect((await told(code)).admin).toBe('turn');
    await forget(code);
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 1' });
    expect(await told(code)).toEqual({ admin: 'turn', 'local.user': 'moved', 'local.admin': 'moved' });
    await forget(code);
    await act(server, 'reviewer', code, 3, { date: today(server.context) });
    // The proposer has prepared it too.
    const both = [...IDEA_TO_MINISTRY].map((login) => [login, 'decision']);
    expect(await told(code)).toEqual(Object.fromEntries(both));
    expect((await notificationsOf('local.user', code))[0]).toMatchObject({
      operation: 'commissionStop',
      decided: { phase: PHASE.idea, status: PHASE_STATUS.stopped },
      step: null,
    });
  });

  it('notifies people who act after a decision of both the decision and their next step', async () => {
    const { code } = await lockedIdea(server);
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await act(server, login, code, 1);
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 3' });
    await forget(code);
    await act(server, 'reviewer', code, 1, { date: today(server.context) });
    const kinds = async (login: string) => (await notificationsOf(login, code)).map(({ kind }) => kind).toSorted();
    for (const login of ['local.user', 'local.admin', 'local.power']) {
      expect(await kinds(login), login).toEqual(['decision', 'turn']);
    }
    for (const login of ['verifier', 'minister', 'ministry.admin']) {
      expect(await kinds(login), login).toEqual(['decision']);
    }
    // The administration has decided itself.
    for (const login of ['reviewer', 'admin', 'operator']) expect(await kinds(login), login).toEqual([]);
    expect((await notificationsOf('local.user', code)).find(({ kind }) => kind === 'decision')).toMatchObject({
      operation: 'commissionYes',
      decided: { phase: PHASE.idea, status: PHASE_STATUS.approved },
    });
  });

  it('names the day to which the commission postpones', async () => {
    const { code } = await lockedIdea(server);
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await act(server, login, code, 1);
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 2' });
    await act(server, 'reviewer', code, 4, { date: today(server.context), postponedDate: '2099-03-01' });
    const [decided] = await notificationsOf('local.user', code);
    expect(decided).toMatchObject({ operation: 'commissionPostpone', postponedDate: '2099-03-01' });
  });

  it('settles requests of earlier steps, so that nobody is asked for a step that is over', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.user', code, 1);
    await server.call('local.user', 'POST', `projects/${code}/comments`, { text: 'За @local.power.' });
    const before = await unread('local.power');
    await act(server, 'local.admin', code, 1);
    expect(await unread('local.power')).toBe(before - 1);
    const rows = (await notificationsOf('local.power', code)).map(({ kind, readDate }) => [kind, readDate !== null]);
    expect(rows).toEqual([
      ['mention', false],
      ['turn', true],
    ]);
  });

  it('that is refused notifies nobody', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('local.admin', 'PUT', `projects/${code}/follow`);
    expect((await act(server, 'local.user', code, 1)).httpStatus).toBe(409);
    expect(await told(code)).toEqual({});
  });
});

describe('a notification', () => {
  it('of a project that somebody no longer sees is neither written nor shown or counted', async () => {
    const { code } = await lockedIdea(server);
    const observed = sql`(select id from projects where code = ${code})`;
    await sql`insert into project_organizations (project_id, organization_id) values (${observed}, '50101')`.execute(
      server.context.db,
    );
    await server.call('other.user', 'PUT', `projects/${code}/follow`);
    await act(server, 'local.user', code, 1);
    expect(await notificationsOf('other.user', code)).toHaveLength(1);
    const [row] = await notificationsOf('other.user', code);
    expect(await unread('other.user')).toBe(1);

    await sql`delete from project_organizations where project_id = ${observed}`.execute(server.context.db);
    expect(await notificationsOf('other.user', code)).toHaveLength(0);
    expect(await unread('other.user')).toBe(0);
    const none = await server.call('other.user', 'GET', 'notifications');
    expect(none.additionalInformation).toEqual({ totalRows: 0, unread: 0 });
    expect((await server.call('other.user', 'PUT', `notifications/${row?.id}/read`)).httpStatus).toBe(404);
    await forget(code);
    await act(server, 'local.admin', code, 1);
    expect(await told(code)).not.toHaveProperty('other.user');
  });
});

describe('reading', () => {
  it('lists notifications in the order of time, whatever was written first', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.user', code, 1);
    const other = await lockedIdea(server);
    server.setNow(new Date(Date.now() - 30 * DAY_MS));
    await act(server, 'local.user', other.code, 1);
    server.setNow(null);
    const { payload } = await server.call<ProjectNotification[]>('local.power', 'GET', 'notifications?perPage=100');
    const dates = (payload ?? []).map(({ createdDate }) => createdDate);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const codes = (payload ?? []).map(({ projectCode }) => projectCode);
    expect(codes.indexOf(code)).toBeLessThan(codes.indexOf(other.code));
  });

  it('marks one or all, only the user’s own, in pages', async () => {
    const first = await lockedIdea(server);
    const second = await lockedIdea(server);
    for (const { code } of [first, second]) await act(server, 'local.user', code, 1);
    const before = await unread('local.admin');
    const [row] = await notificationsOf('local.admin', first.code);
    expect((await server.call('local.power', 'PUT', `notifications/${row?.id}/read`)).httpStatus).toBe(404);
    const read = await server.call<Unread>('local.admin', 'PUT', `notifications/${row?.id}/read`);
    expect(read.payload).toEqual({ unread: before - 1 });
    const page = await server.call<ProjectNotification[]>('local.admin', 'GET', 'notifications?perPage=1&unread=true');
    expect(page.payload?.[0]?.projectCode).toBe(second.code);
    expect(page.additionalInformation as unknown as NotificationsAdditional).toEqual({
      totalRows: before - 1,
      unread: before - 1,
    });
    expect((await server.call<Unread>('local.admin', 'PUT', 'notifications/read-all')).payload).toEqual({ unread: 0 });
    expect(await unread('local.power')).toBeGreaterThan(0);
    expect((await server.call('local.admin', 'GET', 'notifications?sort_by=id')).httpStatus).toBe(422);
    expect((await server.call('local.admin', 'PUT', 'notifications/x/read')).httpStatus).toBe(422);
    expect((await server.call(null, 'GET', 'notifications')).httpStatus).toBe(401);
  });

  it('keeps its time, and shows the step of that time; an unread one shows the present step', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.user', code, 1);
    await act(server, 'local.admin', code, 2, { comment: 'Допуните.' });
    const newest = async () => (await notificationsOf('local.user', code))[0];
    const unreadOne = await newest();
    expect(unreadOne).toMatchObject({ step: { sr: 'допуна враћеног обрасца' }, readDate: null });
    const read = () => server.call('local.user', 'PUT', `notifications/${unreadOne?.id}/read`);
    await read();
    const first = await newest();
    expect(first?.step).toMatchObject({ sr: 'слање на потврду' });
    server.setNow(new Date(Date.now() + DAY_MS));
    await read();
    server.setNow(null);
    expect(await newest()).toEqual(first);
  });

  it('removes read ones after half a year, and keeps unread ones', async () => {
    const [kept, gone] = [await lockedIdea(server), await lockedIdea(server)];
    server.setNow(new Date(Date.now() - 181 * DAY_MS));
    for (const { code } of [kept, gone]) await act(server, 'local.user', code, 1);
    server.setNow(null);
    const [read] = await notificationsOf('local.admin', gone.code);
    await server.call('local.admin', 'PUT', `notifications/${read?.id}/read`);
    await removeOldNotifications(server.context);
    expect(await notificationsOf('local.admin', gone.code)).toHaveLength(0);
    expect(await notificationsOf('local.admin', kept.code)).toHaveLength(1);
  });
});
