import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { AbsenceNotification, Comment, Person, ProjectNotification } from '@pimis/contract/daily';
import type { ListedUser } from '@pimis/contract/users';
import type { ListedProject } from '@pimis/contract/project-rows';
import type { Phase, Activity } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import type { StandInCandidate, StandIns } from '@pimis/contract/stand-ins';
import { USER_STATUS } from '@pimis/domain/constants';
import { addDays } from '@pimis/domain/dates/dates';
import { ABSENCES_AHEAD } from '@pimis/domain/workflow/stand-ins';
import { dayOf } from '../../../platform/context.ts';
import { act, IDEA_TO_MINISTRY, lockedIdea } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const DAY = dayOf(new Date());
const later = (count: number) => addDays(DAY, count);

const path = (login: string) => `security/users/${login}/stand-ins`;
const read = (by: string, login = by) => server.call<StandIns>(by, 'GET', path(login));
const name = (by: string, login: string, actingUser: string | null, firstDay = DAY, lastDay = later(4)) =>
  server.call<StandIns>(by, 'POST', path(login), { firstDay, lastDay, actingUser });
const end = (by: string, login: string, id: number) => server.call(by, 'DELETE', `${path(login)}/${id}`);

/** Ends every absence that a test has entered. */
afterEach(async () => {
  for (const login of ['local.admin', 'local.power', 'local.user', 'minister', 'verifier']) {
    const manager = ['minister', 'verifier'].includes(login) ? login : 'local.admin';
    const { payload } = await read(manager, login);
    for (const { id } of payload?.absences ?? []) expect((await end(manager, login, id)).httpStatus).toBe(200);
  }
});

async function sentIdea(): Promise<string> {
  const { code } = await lockedIdea(server);
  expect((await act(server, 'local.user', code, 1)).httpStatus).toBe(200);
  return code;
}

async function latestActivity(code: string): Promise<Activity | undefined> {
  const { payload } = await server.call<Phase[]>('local.user', 'GET', `projects/${code}/phases`);
  const activities = await server.call<Activity[]>(
    'local.user',
    'GET',
    `projects/${code}/phases/${payload?.at(-1)?.id}/activities`,
  );
  return activities.payload?.[0];
}

const notified = async (login: string, code: string) => {
  const { payload } = await server.call<ProjectNotification[]>(login, 'GET', 'notifications?perPage=100');
  return (payload ?? []).filter(({ projectCode }) => projectCode === code);
};

const status = (login: string, value: number) =>
  server.context.db.updateTable('users').set({ status: value }).where('login', '=', login).execute();

const onlyAbsent = async (by: string) => {
  const answer = await server.call<ListedProject[]>(by, 'GET', 'projects/paged?onlyAbsent=true&perPage=100');
  return { ...answer, codes: (answer.payload ?? []).map(({ code }) => code) };
};

describe('a stand-in', () => {
  it('is named by the absent person, informed by mail and recorded in the log', async () => {
    const named = await name('local.admin', 'local.admin', 'local.power');
    expect(named.payload?.absences).toMatchObject([
      { absent: { login: 'local.admin' }, actingUser: { login: 'local.power' }, firstDay: DAY, now: true },
    ]);
    expect((await read('local.power')).payload?.actingFor).toMatchObject([{ absent: { name: 'Милош Петровић' } }]);
    const { db } = server.context;
    const { rows: mails } = await sql<{ payload: { to: string; subject: string; text: string } }>`
      select payload from graphile_worker._private_jobs order by id desc limit 2`.execute(db);
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('login', '=', 'local.power')
      .executeTakeFirstOrThrow();
    expect(mails[0]?.payload).toMatchObject({ to: email, subject: 'ПИМИС: одсуство и замена' });
    expect(mails[1]?.payload.subject).not.toBe('ПИМИС: одсуство и замена');
    const log = await db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'user.standIn')
      .execute();
    expect(log).toMatchObject([
      { login: 'local.admin', detail: { after: { firstDay: DAY, lastDay: later(4), standIn: 'Никола Стојановић' } } },
    ]);
    const data = await server.app.inject({
      method: 'GET',
      url: '/api/security/users/local.admin/profile/data',
      headers: { authorization: `Bearer ${await server.token('local.admin')}` },
    });
    expect(data.json<{ absences: object[] }>().absences).toMatchObject([{ standIn: 'Никола Стојановић', ended: null }]);
  });

  it('is of the same body and has a claim that the steps of the absent person need', async () => {
    const offered = await server.call<StandInCandidate[]>('local.admin', 'GET', `${path('local.admin')}/candidates`);
    expect(offered.payload?.map(({ login, claims }) => [login, claims])).toEqual([
      ['local.user', ['Project_Manage']],
      ['local.power', ['Project_Manage', 'Form_ConfirmationResolve']],
    ]);
    expect(offered.additionalInformation).toMatchObject({
      claims: expect.arrayContaining(['Project_Send_Ministry']) as string[],
    });
    for (const [absent, acting] of [
      ['local.user', 'other.user'],
      ['minister', 'verifier'],
      ['verifier', 'ministry.admin'],
      ['local.user', 'local.user'],
      ['local.user', 'nobody.such'],
    ] as const) {
      expect((await name(absent, absent, acting)).status.name, `${acting} for ${absent}`).toBe('StandInNotEligible');
    }
  });

  it('for people of a body is named only by users who manage them', async () => {
    expect((await name('local.user', 'local.power', 'local.admin')).httpStatus).toBe(404);
    expect((await name('ministry.admin', 'local.power', 'local.admin')).httpStatus).toBe(404);
    expect((await read('local.power', 'local.user')).httpStatus).toBe(404);
    expect((await name('local.admin', 'local.power', 'local.user')).httpStatus).toBe(200);
    const { payload } = await read('local.power');
    expect((await end('local.user', 'local.power', payload?.absences[0]?.id ?? 0)).httpStatus).toBe(404);
    expect((await end('local.user', 'local.user', payload?.absences[0]?.id ?? 0)).httpStatus).toBe(404);
  });

  it('for an administrator is not named or ended by an operator, who may not change that account', async () => {
    expect((await name('operator', 'admin', null)).status.name).toBe('InvalidUserPermission');
    expect((await name('admin', 'admin', null)).httpStatus).toBe(200);
    const id = (await read('admin')).payload?.absences[0]?.id ?? 0;
    expect((await end('operator', 'admin', id)).status.name).toBe('InvalidUserPermission');
    expect((await end('admin', 'admin', id)).httpStatus).toBe(200);
    expect((await name('operator', 'local.user', null)).httpStatus).toBe(200);
    const own = (await read('local.user')).payload?.absences[0]?.id ?? 0;
    expect((await end('operator', 'local.user', own)).httpStatus).toBe(200);
  });

  it('may be named for coming days without an absence', async () => {
    const refused = async (first: string, last: string, by = 'local.user') =>
      (await name(by, by, 'local.power', first, last)).status.name;
    expect(await refused(later(-1), DAY)).toBe('ValidationError');
    expect(await refused(later(2), later(1))).toBe('ValidationError');
    expect(await refused(DAY, later(366))).toBe('ValidationError');
    expect(await refused(later(367), later(368))).toBe('ValidationError');
    expect(await refused(later(366), later(368))).toBe('Success');
    expect(await refused('2026-02-30', '2027-02-30')).toBe('ValidationError');
    expect(await refused(later(3), later(5))).toBe('Success');
    expect(await refused(later(5), later(9))).toBe('StandInOverlap');
    expect(await refused(later(1), later(3))).toBe('StandInOverlap');
    expect(await refused(later(6), later(9))).toBe('Success');
    expect((await name('local.power', 'local.power', 'local.user', later(9), later(10))).status.name).toBe(
      'StandInAway',
    );
    expect((await name('local.power', 'local.power', null, later(9), later(10))).httpStatus).toBe(200);
  });

  it('can be named for a limited number of coming absences, and not for users without access', async () => {
    for (let made = 0; made < ABSENCES_AHEAD; made += 1) {
      const day = later(10 + made);
      expect((await name('local.user', 'local.user', null, day, day)).httpStatus).toBe(200);
    }
    expect((await name('local.user', 'local.user', null)).status.name).toBe('StandInLimit');
    const setStatus = (status: number) =>
      sql`update users set status = ${status} where login = 'local.power'`.execute(server.context.db);
    await setStatus(USER_STATUS.revoked);
    expect((await name('local.admin', 'local.power', null)).status.name).toBe('InactiveUser');
    await setStatus(USER_STATUS.active);
  });

  it('is named once by many concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => name('local.user', 'local.user', 'local.power')),
    );
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status.name === 'StandInOverlap')).toHaveLength(19);
    const id = (await read('local.user')).payload?.absences[0]?.id ?? 0;
    const ends = await Promise.all([end('local.user', 'local.user', id), end('local.admin', 'local.user', id)]);
    expect(ends.map(({ httpStatus }) => httpStatus).toSorted((one, other) => one - other)).toEqual([200, 404]);
  });
});

describe('an absence', () => {
  const told = async (login: string) => {
    const { payload } = await server.call<(ProjectNotification | AbsenceNotification)[]>(login, 'GET', 'notifications');
    return (payload ?? []).filter((one) => 'absence' in one);
  };
  const readAll = (login: string) => server.call(login, 'PUT', 'notifications/read-all');
  const unread = async (login: string) =>
    (await server.call<{ unread: number }>(login, 'GET', 'notifications/count')).payload?.unread ?? -1;

  it('notifies both people in the bell, except the one who enters or ends it', async () => {
    await server.context.db.deleteFrom('notifications').where('stand_in_id', 'is not', null).execute();
    await readAll('local.power');
    await name('local.admin', 'local.user', 'local.power');
    const absence = {
      absent: 'Милена Јовић',
      standIn: 'Никола Стојановић',
      firstDay: DAY,
      lastDay: later(4),
    };
    expect(await told('local.power')).toMatchObject([
      { kind: 'absence', absence, userName: 'Милош Петровић', readDate: null },
    ]);
    expect(await told('local.user')).toMatchObject([{ kind: 'absence', absence }]);
    expect(await told('local.admin')).toEqual([]);
    expect(await unread('local.power')).toBe(1);
    await end('local.user', 'local.user', (await read('local.user')).payload?.absences[0]?.id ?? 0);
    expect((await told('local.power')).map(({ kind }) => kind)).toEqual(['absenceEnd', 'absence']);
    expect(await told('local.user')).toHaveLength(1);
    const [newest] = await told('local.power');
    const marked = await server.call<{ unread: number }>('local.power', 'PUT', `notifications/${newest?.id}/read`);
    expect(marked.payload?.unread).toBe(1);
    expect((await server.call('other.user', 'PUT', `notifications/${newest?.id}/read`)).httpStatus).toBe(404);
    expect((await readAll('local.power')).payload).toEqual({ unread: 0 });
  });

  it('is shown beside the name in comments, offered people and users', async () => {
    const { code } = await lockedIdea(server);
    await server.call('local.user', 'POST', `projects/${code}/comments`, { text: 'Пишем пред одсуство.' });
    const shown = async () => {
      const comments = await server.call<Comment[]>('local.power', 'GET', `projects/${code}/comments`);
      const people = await server.call<Person[]>('local.power', 'GET', `projects/${code}/comments/people?q=milena`);
      const users = await server.call<ListedUser[]>('local.admin', 'GET', 'security/users?perPage=50');
      const listed = users.payload?.find(({ login }) => login === 'local.user');
      return [comments.payload?.[0]?.author.away, people.payload?.[0]?.away, listed?.away];
    };
    expect(await shown()).toEqual([null, null, null]);
    await name('local.user', 'local.user', null, later(1), later(4));
    expect(await shown()).toEqual([null, null, null]);
    await name('local.user', 'local.user', 'local.power', DAY, DAY);
    const away = { lastDay: DAY, standIn: 'Никола Стојановић' };
    expect(await shown()).toEqual([away, away, away]);
    await status('local.power', USER_STATUS.revoked);
    expect(
      (await server.call<ListedUser[]>('local.admin', 'GET', 'security/users?filter[login]=local.user')).payload,
    ).toMatchObject([{ away: { lastDay: DAY, standIn: null } }]);
    await status('local.power', USER_STATUS.active);
  });
});

describe('a step for an absent person', () => {
  it('names both in activities, beside the person who has to act, and in the log', async () => {
    await name('local.admin', 'local.admin', 'local.power');
    const code = await sentIdea();
    const shown = await server.call<Project>('local.user', 'GET', `projects/${code}`);
    expect(shown.payload?.actors.now[0]?.people).toContainEqual({
      name: 'Милош Петровић',
      isCurrentUser: false,
      away: { lastDay: later(4), standIn: 'Никола Стојановић' },
    });
    const returned = await act(server, 'local.power', code, 2, { comment: 'Допуните.' });
    expect(returned.payload?.returned).toMatchObject({
      userName: 'Никола Стојановић',
      standInFor: 'Милош Петровић',
    });
    expect(await latestActivity(code)).toMatchObject({
      changedUser: 'Никола Стојановић',
      standInFor: 'Милош Петровић',
    });
    const row = await server.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'project.action.return')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.detail).toMatchObject({ code, standInFor: 'Милош Петровић' });
  });

  it('is not taken for the absent person before the first day, after the last one, and once the absence is ended', async () => {
    const codes = [await sentIdea(), await sentIdea(), await sentIdea(), await sentIdea()] as const;
    await name('local.admin', 'local.admin', 'local.power', later(1), later(2));
    const id = (await read('local.admin')).payload?.absences[0]?.id ?? 0;
    const confirmed = async (code: string) => {
      expect((await act(server, 'local.power', code, 1)).httpStatus).toBe(200);
      return (await latestActivity(code))?.standInFor;
    };
    expect(await confirmed(codes[0])).toBeNull();
    await server.context.db
      .updateTable('stand_ins')
      .set({ first_day: later(-2), last_day: later(-1) })
      .where('id', '=', id)
      .execute();
    expect(await confirmed(codes[1])).toBeNull();
    await server.context.db.updateTable('stand_ins').set({ last_day: DAY }).where('id', '=', id).execute();
    expect(await confirmed(codes[3])).toBe('Милош Петровић');
    await end('local.admin', 'local.admin', id);
    await name('local.admin', 'local.admin', 'local.power');
    const present = (await read('local.admin')).payload?.absences[0]?.id ?? 0;
    expect((await end('local.power', 'local.admin', present)).httpStatus).toBe(404);
    expect((await end('local.admin', 'local.admin', present)).httpStatus).toBe(200);
    expect(await confirmed(codes[2])).toBeNull();
  });

  it('is taken in the own name if a clerk sends, and not at all if the absent person has sent the project', async () => {
    await name('local.user', 'local.user', 'local.power');
    const { code } = await lockedIdea(server);
    expect((await act(server, 'local.power', code, 1)).httpStatus).toBe(200);
    expect((await latestActivity(code))?.standInFor).toBeNull();
    expect((await act(server, 'local.admin', code, 1)).httpStatus).toBe(200);
  });

  it('gives no rights: users who may not take it are refused on these days too', async () => {
    await name('local.admin', 'local.admin', 'local.user');
    const code = await sentIdea();
    expect((await act(server, 'local.user', code, 1)).status.name).not.toBe('Success');
  });
});

describe('notifications of an absent person', () => {
  it('reach the stand-in as well, only on these days', async () => {
    const { code } = await lockedIdea(server);
    expect((await server.call('local.admin', 'PUT', `projects/${code}/follow`)).httpStatus).toBe(200);
    const comment = (text: string) => server.call('local.user', 'POST', `projects/${code}/comments`, { text });
    expect((await comment('Пре')).httpStatus).toBe(200);
    await name('local.admin', 'local.admin', 'local.power');
    expect((await comment('Током')).httpStatus).toBe(200);
    const id = (await read('local.admin')).payload?.absences[0]?.id ?? 0;
    expect((await end('local.admin', 'local.admin', id)).httpStatus).toBe(200);
    expect((await comment('После')).httpStatus).toBe(200);
    expect((await notified('local.power', code)).map((one) => [one.comment, one.standInFor])).toEqual([
      ['Током', 'Милош Петровић'],
    ]);
    expect((await notified('local.admin', code)).map(({ standInFor }) => standInFor)).toEqual([null, null, null]);
  });
});

it('a stand-in with access to the project is notified from the first day to the last, but not of own steps', async () => {
  const { code } = await lockedIdea(server);
  await server.call('local.admin', 'PUT', `projects/${code}/follow`);
  await name('local.admin', 'local.admin', 'local.power', later(1), later(2));
  const comment = async (text: string, day: number, by = 'local.user') => {
    server.setNow(new Date(`${later(day)}T10:00:00Z`));
    expect((await server.call(by, 'POST', `projects/${code}/comments`, { text })).httpStatus).toBe(200);
  };
  const moved = (organization: string) =>
    server.context.db
      .updateTable('users')
      .set({ organization_id: organization })
      .where('login', '=', 'local.power')
      .execute();
  await comment('Дан пре', 0);
  await comment('Први дан', 1);
  await comment('Своје', 1, 'local.power');
  await status('local.power', USER_STATUS.revoked);
  await comment('Без приступа', 1);
  await status('local.power', USER_STATUS.active);
  await moved('50101');
  await comment('Туђ пројекат', 1);
  await moved('50112');
  await comment('Последњи дан', 2);
  await comment('Дан после', 3);
  server.setNow(null);
  expect((await notified('local.power', code)).map((one) => one.comment)).toEqual(['Последњи дан', 'Први дан']);
  expect(await notified('local.admin', code)).toHaveLength(7);
});

it('a stand-in who is notified anyway gets one notification, in their own name', async () => {
  await name('local.admin', 'local.admin', 'local.power');
  const code = await sentIdea();
  expect((await notified('local.power', code)).map(({ kind, standInFor }) => [kind, standInFor])).toEqual([
    ['turn', null],
  ]);
});

it('a stand-in who acts next is notified of a decision and of the step, like the absent person', async () => {
  const { code } = await lockedIdea(server);
  for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) {
    expect((await act(server, login, code, 1)).httpStatus).toBe(200);
  }
  expect((await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница' })).httpStatus).toBe(200);
  await name('local.admin', 'local.admin', 'local.power');
  const { db } = server.context;
  const { rows: held } = await sql<{ roleId: number }>`
    delete from role_claims using users
    where users.login = 'local.power' and role_claims.role_id = users.role_id and claim = 'Project_Manage'
    returning role_claims.role_id as "roleId"`.execute(db);
  const [lost] = held;
  expect(held).toHaveLength(1);
  expect((await act(server, 'reviewer', code, 1, { date: DAY })).httpStatus).toBe(200);
  await db
    .insertInto('role_claims')
    .values({ role_id: lost?.roleId ?? 0, claim: 'Project_Manage' })
    .execute();
  const told = await notified('local.power', code);
  const ofDecision = told.filter(({ operation }) => operation === 'commissionYes');
  expect(ofDecision.map(({ kind, standInFor }) => `${kind}: ${standInFor}`).toSorted()).toEqual([
    'decision: Милош Петровић',
    'turn: Милош Петровић',
  ]);
});

describe('steps that wait only for absent people', () => {
  it('are shown to users who manage them, until somebody else may act', async () => {
    const code = await sentIdea();
    expect((await onlyAbsent('local.admin')).codes).toEqual([]);
    await name('local.admin', 'local.power', null);
    expect((await onlyAbsent('local.admin')).codes).toEqual([]);
    await name('local.admin', 'local.admin', null);
    const waiting = await onlyAbsent('local.admin');
    expect(waiting.codes).toContain(code);
    expect(waiting.payload?.every((row) => row.onlyAbsent)).toBe(true);
    expect((await onlyAbsent('local.user')).httpStatus).toBe(403);
    const table = await server.call<ListedProject[]>('local.user', 'GET', 'projects/paged?perPage=100');
    expect(table.payload?.some((row) => row.onlyAbsent)).toBe(false);
    const id = (await read('local.admin', 'local.power')).payload?.absences[0]?.id ?? 0;
    await end('local.admin', 'local.power', id);
    expect((await onlyAbsent('local.admin')).codes).not.toContain(code);
    // A user without access cannot take a step.
    await status('local.power', USER_STATUS.revoked);
    expect((await onlyAbsent('local.admin')).codes).toContain(code);
    await status('local.power', USER_STATUS.active);
  });

  it('do not include people who are left out because they sent the project', async () => {
    const { code } = await lockedIdea(server);
    expect((await act(server, 'local.power', code, 1)).httpStatus).toBe(200);
    await name('local.admin', 'local.admin', 'local.power');
    expect((await onlyAbsent('local.admin')).codes).toEqual([code]);
  });
});
