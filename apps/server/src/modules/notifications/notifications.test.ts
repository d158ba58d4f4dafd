import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Following, ProjectNotification, NotificationsAdditional, Unread } from '@pimis/contract/daily';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_STATUS, USER_STATUS } from '@pimis/domain/constants';
import { isStepOf } from '@pimis/domain/workflow/open-steps';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { actingUser } from '../../seed/demo-people.ts';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { act, createProject, IDEA_TO_MINISTRY, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { today } from '../../platform/context.ts';
import { isProjectAssignedTo, organizationSeesProject, userSeesProject } from '../projects/recipients.ts';
import { visibleProjects } from '../projects/visibility.ts';
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
  it('reaches exactly those whose turn it is, those who took part and those who follow; not the one who took it', async () => {
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

  it('reaches nobody without access', async () => {
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

  it('does not come to the one who sent it, though they may confirm what others send', async () => {
    const { code } = await lockedIdea(server);
    await act(server, 'local.power', code, 1);
    expect(await told(code)).toEqual({ 'local.admin': 'turn', 'local.user': 'moved' });
  });

  it('tells of a decision of the commission, and of the list before it', async () => {
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

  it('tells those who act after a decision of both: of the decision, and that it is their turn', async () => {
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

  it('tells to which day the commission postpones', async () => {
    const { code } = await lockedIdea(server);
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await act(server, login, code, 1);
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 2' });
    await act(server, 'reviewer', code, 4, { date: today(server.context), postponedDate: '2099-03-01' });
    const [decided] = await notificationsOf('local.user', code);
    expect(decided).toMatchObject({ operation: 'commissionPostpone', postponedDate: '2099-03-01' });
  });

  it('settles what earlier steps asked for: nobody is called to a turn that is over', async () => {
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

  it('that is refused tells nobody', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('local.admin', 'PUT', `projects/${code}/follow`);
    expect((await act(server, 'local.user', code, 1)).httpStatus).toBe(409);
    expect(await told(code)).toEqual({});
  });
});

describe('following', () => {
  it('is open to whoever sees the project, and told back', async () => {
    const code = await createProject(server, 'local.user');
    const path = `projects/${code}/follow`;
    expect((await server.call<Following>('local.admin', 'GET', path)).payload).toEqual({
      followed: false,
      followers: 0,
    });
    expect((await server.call<Following>('local.admin', 'PUT', path)).payload).toEqual({
      followed: true,
      followers: 1,
    });
    expect((await server.call<Following>('local.admin', 'PUT', path)).payload?.followers).toBe(1);
    expect((await server.call<Following>('local.power', 'GET', path)).payload).toEqual({
      followed: false,
      followers: 1,
    });
    expect((await server.call('other.user', 'PUT', path)).httpStatus).toBe(404);
    expect((await server.call('operator', 'PUT', path)).httpStatus).toBe(403);
    expect((await server.call(null, 'PUT', path)).httpStatus).toBe(401);
    expect((await server.call<Following>('local.admin', 'DELETE', path)).payload).toEqual({
      followed: false,
      followers: 0,
    });
    const { rows } = await sql<{ operation: string }>`
      select operation from audit_log where detail ->> 'code' = ${code} and operation like 'project.%follow'
      order by id`.execute(server.context.db);
    expect(rows.map((row) => row.operation)).toEqual(['project.follow', 'project.unfollow']);
  });

  it('filters the project table', async () => {
    const code = await createProject(server, 'local.user');
    await server.call('local.admin', 'PUT', `projects/${code}/follow`);
    const other = await createProject(server, 'local.user');
    const rows = await server.call<{ code: string }[]>(
      'local.admin',
      'GET',
      'projects/paged?followed=true&perPage=100',
    );
    expect(rows.payload?.map((row) => row.code)).toContain(code);
    expect(rows.payload?.map((row) => row.code)).not.toContain(other);
    expect((await server.call<unknown[]>('local.power', 'GET', 'projects/paged?followed=true')).payload).toEqual([]);
  });
});

describe('sight', () => {
  it('is the same condition for one user and for many', async () => {
    const mine = await createProject(server, 'local.user');
    await createProject(server, 'other.user');
    // The evaluator sees what their organization evaluates, an observer what it was let into.
    await sql`update project_forms set evaluator_organization_id = '10524'
      where project_id = (select id from projects where code = ${mine})`.execute(server.context.db);
    await sql`insert into project_organizations (project_id, organization_id)
      select id, '50101' from projects where code = ${mine}`.execute(server.context.db);
    const seenBy = async (login: string) => {
      const user = await actingUser(server.context, login);
      const { rows } = await sql<{ one: boolean; many: boolean }>`
        select ${visibleProjects(user)} as one, ${userSeesProject} as many
        from projects join users on users.id = ${user.id}`.execute(server.context.db);
      for (const row of rows) expect(row.many, login).toBe(row.one);
      return rows.filter((row) => row.one).length;
    };
    let seen = 0;
    for (const { login } of DEMO_ACCOUNTS) seen += await seenBy(login);
    expect(seen).toBeGreaterThan(20);
    // A colleague of the evaluator who evaluates nothing.
    await place('other.user', '10524');
    expect(await seenBy('other.user')).toBe(0);
    await place('other.user', '50101');
  });

  it('of an organization is that of its people with Project_View', async () => {
    const user = await actingUser(server.context, 'local.user');
    const seen: Record<string, number> = {};
    // Owner, observer, evaluator, proposer, and those who see everything.
    for (const organizationId of ['50112', '50101', '10524', '10503', '00000', '10513']) {
      const person = { ...user, organizationId, claims: new Set<Claim>(['Project_View']) };
      const { rows } = await sql<{ person: boolean; organization: boolean }>`
        select ${visibleProjects(person)} as person, ${organizationSeesProject(sql`${organizationId}::text`)} as organization
        from projects`.execute(server.context.db);
      for (const row of rows) expect(row.organization, organizationId).toBe(row.person);
      seen[organizationId] = rows.filter((row) => row.organization).length;
    }
    expect(seen['50112']).toBeGreaterThan(0);
    expect(seen['50101']).toBe(2);
    expect(seen['10524']).toBe(0);
    expect(seen['10503']).toBeGreaterThan(0);
    expect(seen['00000']).toBeGreaterThan(seen['50112'] ?? 0);
    expect(seen['10513']).toBe(seen['00000']);
  });

  const place = (login: string, organizationId: string) =>
    server.context.db
      .updateTable('users')
      .set({ organization_id: organizationId })
      .where('login', '=', login)
      .execute();

  it.each([
    ['00000', '10503', '00000'],
    ['50101', '50101', '50112'],
  ])(
    'of whose turn it is, is the same too, with reviewer, verifier and administrator of %s, %s and %s',
    async (reviewing, verifying, administering) => {
      await place('reviewer', reviewing);
      await place('verifier', verifying);
      await place('admin', administering);
      // Other rights of administrators do not make a step theirs.
      const { db } = server.context;
      const { rows: more } = await sql<{ role_id: number }>`
        insert into role_claims (role_id, claim) select role_id, 'Project_Manage' from users where login = 'admin'
        returning role_id`.execute(db);
      expect(more).toHaveLength(1);
      const logins = DEMO_ACCOUNTS.map(({ login }) => login);
      const users = await Promise.all(logins.map((login) => actingUser(server.context, login)));
      const idOf = (login: string) => users.find((user) => user.login === login)?.id ?? null;
      const waited = new Set<string>();
      for (const [phase, phaseStatus, step] of [
        [0, 1, 'send'],
        [0, 2, 'confirm'],
        [0, 3, 'approve'],
        [0, 14, 'createList'],
        [0, 19, 'verify'],
        [0, 20, 'sendToMinister'],
        [0, 21, 'ministerApprove'],
        [0, 22, 'sendToMinistry'],
        [0, 23, 'giveOpinion'],
        [3, 17, 'putOnList'],
      ] as const) {
        for (const [sentBy, confirmedBy] of [
          [null, null],
          [idOf('local.admin'), idOf('operator')],
          [idOf('operator'), idOf('local.admin')],
          [idOf('admin'), idOf('admin')],
          [idOf('reviewer'), idOf('local.power')],
          [idOf('local.power'), idOf('reviewer')],
        ] as const) {
          const state = { phase, phaseStatus, foreignFunds: false, open: [step] };
          const { rows } = await sql<{ login: string; many: boolean }>`
          select users.login::text as login, ${isProjectAssignedTo(state)} as many
          from users, (select ${PROJECT_STATUS.pending}::integer as status, '50112'::text as organization_id,
            '10503'::text as proposer_organization_id, ${sentBy}::integer as sent_by,
            ${confirmedBy}::integer as confirmed_by) projects`.execute(server.context.db);
          const facts = { ...state, organizationId: '50112', proposerOrganizationId: '10503', sentBy, confirmedBy };
          for (const user of users) {
            const one = isStepOf(user, facts, [step]);
            expect(rows.find(({ login }) => login === user.login)?.many, `${step} by ${user.login}`).toBe(one);
            if (one) waited.add(step);
          }
        }
      }
      await place('reviewer', '00000');
      await place('verifier', '10503');
      await place('admin', '00000');
      await sql`delete from role_claims where role_id = ${more[0]?.role_id} and claim = 'Project_Manage'`.execute(db);
      expect([...waited].toSorted()).toEqual(
        expect.arrayContaining(['approve', 'confirm', 'ministerApprove', 'send', 'sendToMinister']),
      );
    },
  );

  it('lost is lost for notifications too: none is written, none is shown or counted', async () => {
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
  it('is in the order of time, whatever was written first', async () => {
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

  it('marks one and all, only the own ones, and pages', async () => {
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

  it('keeps when it was, and tells the step of then; an unread one tells the step of now', async () => {
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

  it('lets read ones go after half a year, and keeps unread ones', async () => {
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
