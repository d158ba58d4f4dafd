import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isStepOf } from '@pimis/domain/workflow/open-steps';
import { actingUser } from '../../seed/demo-people.ts';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { act, createProject, IDEA_TO_MINISTRY, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isProjectAssignedTo, organizationSeesProject, userSeesProject } from './recipients.ts';
import { visibleProjects } from './visibility.ts';

const server = useServer();

const place = (login: string, organizationId: string) =>
  server.context.db.updateTable('users').set({ organization_id: organizationId }).where('login', '=', login).execute();

describe('sight', () => {
  it('is the same condition for one user and for many', async () => {
    const mine = await createProject(server, 'local.user');
    await createProject(server, 'other.user');
    const { code: sent } = await lockedIdea(server);
    for (const login of IDEA_TO_MINISTRY) await act(server, login, sent, 1);
    // An evaluating organization sees the projects of its forms, an observer those to which it was added.
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
    // A colleague of the evaluator, without the claim to evaluate.
    await place('other.user', '10524');
    expect(await seenBy('other.user')).toBe(0);
    await place('other.user', '50101');
  });

  it('of an organization is that of its users with Project_View', async () => {
    const user = await actingUser(server.context, 'local.user');
    const seen: Record<string, number> = {};
    // The owner, an observer, an evaluator, the proposer, and users who see everything.
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

  it.each([
    ['00000', '10503', '00000'],
    ['50101', '50101', '50112'],
  ])(
    'of waiting projects is the same too, with reviewer, verifier and administrator of %s, %s and %s',
    async (reviewing, verifying, administering) => {
      await place('reviewer', reviewing);
      await place('verifier', verifying);
      await place('admin', administering);
      // The other claims of administrators do not make a step theirs.
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
});
