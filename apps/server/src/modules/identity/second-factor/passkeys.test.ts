import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { Passkey } from '@pimis/contract/passkeys';
import { DEMO_PASSWORD } from '../../../seed/demo-accounts.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const PATH = 'security/users/local.user/passkeys';

/** The challenge for a page at this address: to sign in with a passkey, or to create one with a login. */
async function options(host: string, url: string, login?: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: {
      host,
      origin: `http://${host}`,
      ...(login ? { authorization: `Bearer ${await server.token(login)}` } : {}),
    },
    ...(login ? { payload: { password: DEMO_PASSWORD } } : {}),
  });
  return server.watch(`${host} ${url}`, { ...answer.json<Envelope<object>>(), httpStatus: answer.statusCode });
}

describe('keys of devices', () => {
  it('are asked for at a name, and at no address that is an IP', async () => {
    for (const host of ['localhost:3000', 'pimis.example.rs']) {
      expect((await options(host, 'login/passkey/options')).httpStatus, host).toBe(200);
      expect((await options(host, `${PATH}/options`, 'local.user')).payload).toMatchObject({
        rp: { id: host.replace(/:\d+$/, '') },
      });
    }
    for (const host of ['127.0.0.1:3000', '10.1.2.3', '[::1]:3000']) {
      expect((await options(host, 'login/passkey/options')).status.name, host).toBe('PasskeyAddress');
      expect((await options(host, `${PATH}/options`, 'local.user')).status.name, host).toBe('PasskeyAddress');
    }
  });

  describe('that are kept', () => {
    let id = 0;
    beforeAll(async () => {
      const { db } = server.context;
      const { id: user_id } = await db
        .selectFrom('users')
        .select('id')
        .where('login', '=', 'local.user')
        .executeTakeFirstOrThrow();
      const row = await db
        .insertInto('passkeys')
        .values({
          user_id,
          name: 'Службени лаптоп',
          credential_id: 'kljuc',
          public_key: Buffer.from('kljuc'),
          counter: 0,
          transports: [],
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      id = row.id;
    });

    it('are removed by who proves himself', async () => {
      const left = async () => (await server.call<Passkey[]>('local.user', 'GET', PATH)).payload?.length;
      const remove = (body?: object) => server.call('local.user', 'POST', `${PATH}/${id}/remove`, body);
      expect((await remove()).httpStatus).toBe(422);
      expect((await remove({ password: 'погрешна' })).errors).toEqual([
        { field: 'password', code: 'InvalidUserPassword' },
      ]);
      expect((await server.call('local.user', 'DELETE', `${PATH}/${id}`)).httpStatus).toBe(404);
      expect(await left()).toBe(1);
      expect((await remove({ password: DEMO_PASSWORD })).httpStatus).toBe(200);
      expect(await left()).toBe(0);
      expect((await remove({ password: DEMO_PASSWORD })).status.name).toBe('NotFound');
    });
  });
});
