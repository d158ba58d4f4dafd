import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Comment } from '@pimis/contract/daily';
import type { User } from '@pimis/contract/identity';
import { DEMO_PASSWORD } from '../system/demo-accounts.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

/** Operations that are recorded without a change: sign-ins, refusals, exports. Passwords are never recorded. */
const EVENTS = /^(session\.(open|refused|reuse)|access\.denied|export\.|user\.(password|sendActivation)$)/;

async function rows() {
  const found = await sql<{ operation: string; detail: { before?: unknown; after?: unknown } }>`
    select operation, detail from audit_log order by id`.execute(server.context.db);
  return found.rows.filter(({ operation }) => !EVENTS.test(operation));
}

async function done(login: string, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const answer = await server.call(login, method, url, body);
  expect([method, url, answer.status.name]).toEqual([method, url, 'Success']);
}

it('every write records the values before and after', async () => {
  const code = await createProject(server, 'local.user');
  const project = `projects/${code}`;
  await done('local.user', 'PUT', `${project}/follow`);
  await done('local.user', 'DELETE', `${project}/follow`);
  await done('local.user', 'PUT', `${project}/organizations`, { add: ['50101'], remove: [] });
  await done('local.user', 'PUT', `${project}/organizations`, { add: [], remove: ['50101'] });
  const written = await server.call<Comment>('local.user', 'POST', `${project}/comments`, { text: 'Прво.' });
  await done('local.user', 'PUT', `${project}/comments/${written.payload?.id}`, { text: 'Друго.' });
  await done('local.user', 'DELETE', `${project}/comments/${written.payload?.id}`);
  await done('local.user', 'PUT', project, { code: `${code}-2`, name: 'Нови назив пројекта' });
  await done('local.user', 'PUT', 'notifications/settings', { turn: 'digest', moved: 'none', comments: 'now' });
  const { payload: me } = await server.call<User>('local.user', 'GET', 'security/users/local.user/profile');
  const own = {
    name: 'Милена Ново',
    email: 'milena@example.rs',
    login: 'local.user',
    id: me?.id ?? 0,
    password: DEMO_PASSWORD,
  };
  await done('local.user', 'PUT', 'security/users/local.user/profile', own);

  const found = await rows();
  expect(found.filter(({ detail }) => detail.before === undefined && detail.after === undefined)).toEqual([]);
  const of = (operation: string) => found.filter((row) => row.operation === operation).map(({ detail }) => detail);
  expect([...of('user.profile'), ...of('user.emailAsked')]).toEqual([
    { before: { name: 'Милена Јовић' }, after: { name: 'Милена Ново' } },
    { before: { pendingEmail: null }, after: { pendingEmail: 'milena@example.rs' } },
  ]);
  expect(of('project.organizations')).toMatchObject([
    { before: { organizations: [] }, after: { organizations: ['50101'] } },
    { before: { organizations: ['50101'] }, after: { organizations: [] } },
  ]);
  expect([...of('comment.add'), ...of('comment.edit'), ...of('comment.remove')]).toMatchObject([
    { after: { text: 'Прво.' } },
    { before: { text: 'Прво.' }, after: { text: 'Друго.' } },
    { before: { text: 'Друго.' } },
  ]);
  expect([...of('project.follow'), ...of('project.unfollow')]).toMatchObject([
    { before: { follows: false }, after: { follows: true } },
    { before: { follows: true }, after: { follows: false } },
  ]);
  expect(of('user.notificationSettings')).toMatchObject([
    { after: { turn: 'digest', moved: 'none', comments: 'now' } },
  ]);
});

it('every write records its author, their organization, the address and the call', async () => {
  const { db } = server.context;
  const code = await createProject(server, 'local.user');
  await done('local.user', 'PUT', `projects/${code}/organizations`, { add: ['50101'], remove: [] });
  const { rows: found } = await sql`
    select log.login, log.organization_id as body, log.address, log.subject_type as type,
           log.user_id = users.id as "isOwn", log.subject_id = projects.id::text as "isOfIt", log.request_id as call
    from audit_log log, users, projects
    where log.operation = 'project.organizations' and users.login = 'local.user' and projects.code = ${code}
    order by log.id desc limit 1`.execute(db);
  expect(found).toEqual([
    {
      login: 'local.user',
      body: '50112',
      address: '127.0.0.1',
      type: 'project',
      isOwn: true,
      isOfIt: true,
      call: expect.stringMatching(/\S/) as string,
    },
  ]);
});
