import { describe, expect, it } from 'vitest';
import { EMAIL, useProvider } from '../../../testing/oidc/use-provider.ts';
import { refusalIn, Visitor } from '../../../testing/oidc/visitor.ts';
import { useServer } from '../../../testing/server.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';

const server = useServer();
const { provider, use, signIn, linkMails } = useProvider(server);

describe('the user’s own accounts at providers', () => {
  const path = 'security/users/local.user/providers';
  const proof = { password: DEMO_PASSWORD };

  async function link(visitor: Visitor, login = 'local.user') {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/security/users/${login}/providers/eid/link`,
      payload: proof,
      headers: { authorization: `Bearer ${await server.token(login)}` },
    });
    visitor.cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const { address } = answer.json<{ payload: { address: string } }>().payload;
    return visitor.bring(await provider().visit(address));
  }

  it('are linked after a new proof of identity, and can sign in from then on', async () => {
    use();
    provider().person = { sub: 'moj-nalog', claims: {} };
    expect((await server.call<unknown>('local.user', 'GET', path)).payload).toEqual([
      { id: 'eid', label: 'еИД', linkedDate: null },
    ]);
    const wrong = await server.call('local.user', 'POST', `${path}/eid/link`, { password: 'Pogresna-1' });
    expect(wrong.fieldErrors).toEqual([{ field: 'password', code: 'InvalidUserPassword' }]);
    const visitor = new Visitor(server);
    await linkMails();
    expect(await link(visitor)).toBe('/administration/user/profile?linked=eid');
    expect((await linkMails()).map(({ to }) => to)).toEqual([EMAIL.email]);
    // Linking opens no session: the person already has one.
    expect(await visitor.signedIn()).toBeNull();
    expect((await server.call<unknown>('local.user', 'GET', path)).payload).toEqual([
      { id: 'eid', label: 'еИД', linkedDate: expect.any(String) as unknown },
    ]);
    expect(await (await signIn()).visitor.signedIn()).toBe('local.user');
    // Linking it again changes nothing; another user cannot link it.
    expect(await link(new Visitor(server))).toBe('/administration/user/profile?linked=eid');
    expect(await link(new Visitor(server), 'minister')).toBe(
      '/administration/user/profile?refused=ProviderAccountTaken',
    );
    // A user cannot link two accounts of one provider.
    provider().person = { sub: 'drugi-nalog', claims: {} };
    expect(await link(new Visitor(server))).toBe('/administration/user/profile?refused=ProviderAccountTaken');
  });

  it('are removed after a proof of identity; sessions opened by them end', async () => {
    use();
    provider().person = { sub: 'moj-nalog', claims: {} };
    await link(new Visitor(server));
    const { visitor } = await signIn();
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, { password: 'Pogresna-1' })).httpStatus).toBe(
      422,
    );
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, proof)).httpStatus).toBe(200);
    expect(await visitor.signedIn()).toBeNull();
    expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
    expect((await server.call('local.user', 'POST', `${path}/eid/remove`, proof)).httpStatus).toBe(404);
    expect((await server.call('minister', 'GET', path)).httpStatus).toBe(403);
  });

  it('are not linked once the session that began it has ended', async () => {
    use();
    provider().person = { sub: 'moj-nalog', claims: {} };
    const { db } = server.context;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/security/users/local.power/providers/eid/link',
      payload: proof,
      headers: { authorization: `Bearer ${await server.token('local.power')}` },
    });
    const visitor = new Visitor(server);
    visitor.cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const back = await provider().visit(answer.json<{ payload: { address: string } }>().payload.address);
    await db.updateTable('sessions').set({ ended_at: new Date() }).where('ended_at', 'is', null).execute();
    expect(await visitor.bring(back)).toBe('/administration/user/profile?refused=Unauthorized');
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
    server.setNow(null);
  });
});

it.each([{ email: 'promenjena@example.rs' }, { loginAd: 'promenjen.nalog' }])(
  'links end when an administrator changes the ways to sign in: %o',
  async (change) => {
    const { db } = server.context;
    const before = await db
      .selectFrom('users')
      .select(['name', 'email', 'login_ad as loginAd', 'role_id as roleId'])
      .where('login', '=', 'local.user')
      .executeTakeFirstOrThrow();
    provider().person = { sub: 'milena', claims: EMAIL };
    await signIn();
    const put = (body: object) =>
      server.call<object[]>('admin', 'PUT', 'security/users', [{ login: 'local.user', ...body }]);
    const kept = { name: before.name, email: before.email, roleId: before.roleId };
    expect((await put({ ...kept, name: 'Друго Име' })).payload).toMatchObject([{ model: {} }]);
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toHaveLength(1);
    expect((await put({ ...kept, ...change })).payload).toMatchObject([{ model: {} }]);
    expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
    await db
      .updateTable('users')
      .set({ email: before.email, name: before.name, login_ad: before.loginAd })
      .where('login', '=', 'local.user')
      .execute();
  },
);

it('links are part of the export of personal data, and are removed with the other ways to sign in', async () => {
  const { db } = server.context;
  provider().person = { sub: 'milena', claims: EMAIL };
  await signIn();
  const data = (await server.get('local.user', 'security/users/local.user/profile/data')).json<{
    payload?: { providers: object[] };
    providers?: object[];
  }>();
  expect(JSON.stringify(data)).toContain(JSON.stringify({ issuer: provider().issuer, subject: 'milena' }).slice(1, -1));
  await db.updateTable('users').set({ status: 4 }).where('login', '=', 'local.user').execute();
  expect((await server.call('minister', 'DELETE', 'security/users/local.user/data')).httpStatus).toBe(403);
  expect((await server.call('admin', 'DELETE', 'security/users/local.user/data')).httpStatus).toBe(200);
  expect(await db.selectFrom('oidc_links').select('subject').execute()).toEqual([]);
  expect(refusalIn((await signIn()).location)).toBe('ProviderAccountUnknown');
});
