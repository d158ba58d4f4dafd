import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { Passkey } from '@pimis/contract/passkeys';
import { PASSKEYS } from '@pimis/domain/access/second-factor';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { answerWhileAccessEnds } from '../../../testing/locks.ts';
import { takeMails } from '../../../testing/mails.ts';
import { base64, coseKey, sha256 } from '../../../testing/passkey.ts';
import { useServer } from '../../../testing/server.ts';
import { userIdOf } from '../../../testing/users.ts';

const server = useServer();
const PATH = 'security/users/local.user/passkeys';

/** Requests a challenge from a page at this address: to sign in with a passkey, or with a login to create one. */
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

/** Stores the passkey that a device has made for the challenge; the key has this name. */
async function keep(challenge: string | undefined, name: string) {
  const host = 'localhost:3000';
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = Buffer.from(name);
  // User present and verified, with a key; no counter, no model of the device.
  const data = Buffer.concat([
    sha256('localhost'),
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, key.length]),
    key,
    coseKey(publicKey),
  ]);
  // CBOR: { fmt: 'none', attStmt: {}, authData }
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([data.length]),
    data,
  ]);
  const client = { type: 'webauthn.create', challenge, origin: `http://${host}`, crossOrigin: false };
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/${PATH}`,
    headers: { host, origin: `http://${host}`, authorization: `Bearer ${await server.token('local.user')}` },
    payload: {
      name: 'Кључ',
      credential: {
        id: base64(key),
        rawId: base64(key),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(Buffer.from(JSON.stringify(client))),
          attestationObject: base64(attestation),
        },
      },
    },
  });
  return server.watch(`keep ${name}`, { ...answer.json<Envelope<Passkey>>(), httpStatus: answer.statusCode });
}

describe('passkeys', () => {
  it('are requested for a host name, never for an IP address', async () => {
    for (const host of ['localhost:3000', 'localhost:5173']) {
      expect((await options(host, 'login/passkey/options')).httpStatus, host).toBe(200);
      expect((await options(host, `${PATH}/options`, 'local.user')).payload).toMatchObject({
        rp: { id: host.replace(/:\d+$/, '') },
      });
    }
    for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
      expect((await options(host, 'login/passkey/options')).status.name, host).toBe('PasskeyAddress');
      expect((await options(host, `${PATH}/options`, 'local.user')).status.name, host).toBe('PasskeyAddress');
    }
  });

  it('belong to the address of PUBLIC_URL, whatever host a client sends', async () => {
    const { config } = server.context;
    const { publicUrl } = config;
    config.publicUrl = 'https://pimis.example.rs';
    const ask = async (headers: Record<string, string>) => {
      const answer = await server.app.inject({ method: 'POST', url: '/api/login/passkey/options', headers });
      const { status, payload } = answer.json<Envelope<{ rpId?: string }>>();
      return payload?.rpId ?? status.name;
    };
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
    expect(await ask({ ...evil, host: 'evil.example' })).toBe('OtherAddress');
    expect(await ask({ ...evil, 'x-forwarded-host': 'evil.example' })).toBe('OtherAddress');
    expect(await ask({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' })).toBe('Forbidden');
    expect(await ask({ origin: 'http://pimis.example.rs', host: 'pimis.example.rs' })).toBe('Forbidden');
    expect(await ask({ host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toBe('pimis.example.rs');
    const own = { origin: 'https://pimis.example.rs', 'sec-fetch-site': 'same-origin' };
    expect(await ask({ ...own, host: '10.1.2.3:3000' })).toBe('pimis.example.rs');
    config.publicUrl = publicUrl;
  });

  describe('that are stored', () => {
    let id = 0;
    beforeAll(async () => {
      const { db } = server.context;
      const user_id = await userIdOf(db, 'local.user');
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

    it('are new, and at most ten, however many were prepared', async () => {
      const { db } = server.context;
      const kept = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const { id: _, ...row } = kept;
      const others = Array.from({ length: PASSKEYS - 2 }, (_, at) => ({
        ...row,
        credential_id: base64(Buffer.from(`drugi-${at}`)),
      }));
      await db.insertInto('passkeys').values(others).execute();
      const challenges = await Promise.all(
        Array.from({ length: 4 }, () => options('localhost:3000', `${PATH}/options`, 'local.user')),
      );
      const [again, ...prepared] = challenges.map(({ payload }) => (payload as { challenge: string }).challenge);
      expect((await keep(again, 'drugi-0')).status.name).toBe('PasskeyKnown');
      const made = await Promise.all(prepared.map((challenge, at) => keep(challenge, `treci-${at}`)));
      expect(made.map(({ status }) => status.name).toSorted()).toEqual([
        'ReachedPasskeyLimit',
        'ReachedPasskeyLimit',
        'Success',
      ]);
      // The owner gets one mail, about the stored passkey; refused ones cause none.
      expect((await takeMails(db)).map(({ subject }) => subject)).toEqual(['ПИМИС: додат је приступни кључ']);
      const refused = await options('localhost:3000', `${PATH}/options`, 'local.user');
      expect(refused.status.name).toBe('ReachedPasskeyLimit');
      await db.deleteFrom('passkeys').where('id', '<>', id).execute();
    });

    it('need a session that has not ended meanwhile: otherwise they would outlive a changed password', async () => {
      const { db } = server.context;
      const { payload } = await options('localhost:3000', `${PATH}/options`, 'local.user');
      const userId = await userIdOf(db, 'local.user');
      const kept = await answerWhileAccessEnds(server.jobs.db, userId, () =>
        keep((payload as { challenge: string }).challenge, 'zakasneli'),
      );
      expect(kept.status.name).toBe('Unauthorized');
      expect(await db.selectFrom('passkeys').select('name').where('id', '<>', id).execute()).toEqual([]);
      // The next call signs in anew.
      server.setNow(null);
    });

    it('are removed after a new proof of identity', async () => {
      const left = async () => (await server.call<Passkey[]>('local.user', 'GET', PATH)).payload?.length;
      const remove = (body?: object) => server.call('local.user', 'POST', `${PATH}/${id}/remove`, body);
      expect((await remove()).httpStatus).toBe(422);
      expect((await remove({ password: 'погрешна' })).fieldErrors).toEqual([
        { field: 'password', code: 'InvalidUserPassword' },
      ]);
      expect((await server.call('local.user', 'DELETE', `${PATH}/${id}`)).httpStatus).toBe(404);
      expect(await left()).toBe(1);
      await takeMails(server.context.db);
      expect((await remove({ password: DEMO_PASSWORD })).httpStatus).toBe(200);
      expect(await left()).toBe(0);
      expect((await takeMails(server.context.db)).map(({ text }) => text)).toEqual([
        expect.stringContaining('уклоњен приступни кључ „Службени лаптоп“'),
      ]);
      expect((await remove({ password: DEMO_PASSWORD })).status.name).toBe('NotFound');
    });
  });
});
