import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { today } from '../../../platform/context.ts';
import { addDays } from '@pimis/domain/dates/dates';
import { askToken, callAs, credentialsOf, makeClient, type TestClient, tokenOf } from '../../../testing/clients.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const GRANT = { grant_type: 'client_credentials' };
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('a token', () => {
  it('is given for a secret in the body or in the header, for ten minutes, and is accepted by calls', async () => {
    const client = await makeClient(server);
    const posted = await askToken(server, { ...GRANT, ...credentialsOf(client) });
    expect(posted).toMatchObject({
      httpStatus: 200,
      headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
      body: {
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'DMS_Manage Form_Manage Project_Manage Project_View',
      },
    });
    const header = await askToken(server, GRANT, { authorization: basic(client.clientId, client.secret) });
    expect(header.httpStatus).toBe(200);
    for (const { body } of [posted, header]) {
      expect((await callAs(server, body.access_token, 'GET', 'projects/paged')).httpStatus).toBe(200);
    }
    const details = await server.call<{ lastUsedDate: string; lastUsedFrom: string }>(
      'admin',
      'GET',
      `administration/clients/${client.id}`,
    );
    expect(details.payload?.lastUsedFrom).toBe('127.0.0.1');
    expect(Date.parse(details.payload?.lastUsedDate ?? '')).toBeGreaterThan(0);
    server.setNow(new Date(Date.now() + 601_000));
    expect((await callAs(server, posted.body.access_token, 'GET', 'projects/paged')).httpStatus).toBe(401);
    server.setNow(null);
  });

  it('has the requested scopes, and no others', async () => {
    const client = await makeClient(server);
    const narrow = await tokenOf(server, client, 'Project_View');
    const refused = await callAs(server, narrow, 'POST', 'projects', {
      body: { code: 'UZAK', type: 3, sector: 5, important: false },
    });
    expect([refused.httpStatus, refused.status.name]).toEqual([403, 'NotAllowedCreateProject']);
    for (const scope of ['Admin', 'Project_View Registry_Manage', 'nesto']) {
      const wrong = await askToken(server, { ...GRANT, ...credentialsOf(client), scope });
      expect([wrong.httpStatus, wrong.body.error]).toEqual([400, 'invalid_scope']);
    }
  });

  it('is refused as the standard says', async () => {
    const client = await makeClient(server);
    const own = credentialsOf(client);
    const authorization = basic(client.clientId, client.secret);
    for (const [parameters, headers, httpStatus, error] of [
      [own, {}, 400, 'invalid_request'],
      [{ ...own, grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
      [{ ...own, grant_type: '' }, {}, 400, 'invalid_request'],
      [GRANT, {}, 401, 'invalid_client'],
      [{ ...GRANT, ...own, client_secret: 'pimis_tudje' }, {}, 401, 'invalid_client'],
      [{ ...GRANT, ...own, client_id: 'client-nepoznat-00000000' }, {}, 401, 'invalid_client'],
      [{ ...GRANT, client_id: 'local.user', client_secret: 'Demo' }, {}, 401, 'invalid_client'],
      [{ ...GRANT, ...own }, { authorization }, 400, 'invalid_request'],
      [{ ...GRANT, client_id: 'client-drugi-00000000' }, { authorization }, 400, 'invalid_request'],
      [GRANT, { authorization: basic(client.clientId, 'x') }, 401, 'invalid_client'],
      [GRANT, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
      [GRANT, { authorization: `Bearer ${client.secret}` }, 401, 'invalid_client'],
      [GRANT, { authorization: basic('%zz', '%zz') }, 401, 'invalid_client'],
      ['grant_type=client_credentials&grant_type=client_credentials', {}, 400, 'invalid_request'],
      [JSON.stringify({ ...GRANT, ...own }), { 'content-type': 'application/json' }, 400, 'invalid_request'],
      [`grant_type=client_credentials&client_id=${'а'.repeat(20_000)}`, {}, 400, 'invalid_request'],
    ] as const) {
      const answer = await askToken(server, parameters, headers);
      expect([answer.httpStatus, answer.body.error], JSON.stringify(parameters).slice(0, 80)).toEqual([
        httpStatus,
        error,
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect('www-authenticate' in answer.headers).toBe(httpStatus === 401);
    }
    const ignored = await askToken(server, { ...GRANT, ...own, foo: 'bar', scope: '' });
    expect(ignored.httpStatus).toBe(200);
  });

  it('refused to an anonymous caller adds rows to the audit log only for the first refusals of a day', async () => {
    const rows = async () => {
      const { payload } = await server.call<unknown[]>(
        'admin',
        'GET',
        'administration/audit?perPage=100&filter[operation]=session.refused&filter[address]=10.9.9.9',
      );
      return payload?.length;
    };
    for (let times = 0; times < 12; times += 1) {
      await askToken(server, { ...GRANT, client_id: `client-x-${times}`, client_secret: 'x' }, {}, '10.9.9.9');
    }
    expect(await rows()).toBe(2);
  });
});

describe('revoking, expiry and addresses', () => {
  it('end a token at its next call', async () => {
    const client = await makeClient(server);
    const token = await tokenOf(server, client);
    expect((await callAs(server, token, 'GET', 'projects/paged')).httpStatus).toBe(200);
    await server.call('admin', 'DELETE', `administration/clients/${client.id}`);
    expect((await callAs(server, token, 'GET', 'projects/paged')).httpStatus).toBe(401);
    const again = await askToken(server, { ...GRANT, ...credentialsOf(client) });
    expect([again.httpStatus, again.body.error]).toEqual([401, 'invalid_client']);
  });

  it('narrow a token when the client loses a claim', async () => {
    const client = await makeClient(server);
    const token = await tokenOf(server, client);
    const change = {
      name: 'Трезор',
      claims: ['Portfolio_View'],
      addresses: [],
      expiresOn: addDays(today(server.context), 9),
    };
    await server.call('admin', 'PUT', `administration/clients/${client.id}`, change);
    const refused = await callAs(server, token, 'GET', 'projects/paged');
    expect([refused.httpStatus, refused.status.name]).toEqual([403, 'Forbidden']);
  });

  it('let a client work until the end of its last day in Belgrade, and then end its token', async () => {
    server.setNow(new Date('2027-01-15T10:00:00Z'));
    const client = await makeClient(server, { expiresOn: '2027-01-18' });
    server.setNow(new Date('2027-01-18T22:55:00Z'));
    const token = await tokenOf(server, client);
    expect((await callAs(server, token, 'GET', 'projects/paged')).httpStatus).toBe(200);
    server.setNow(new Date('2027-01-18T23:01:00Z'));
    expect((await callAs(server, token, 'GET', 'projects/paged')).httpStatus).toBe(401);
    const late = await askToken(server, { ...GRANT, ...credentialsOf(client) });
    expect([late.httpStatus, late.body.error]).toEqual([401, 'invalid_client']);
    server.setNow(null);
  });

  it('restrict a client to its addresses, for tokens and for calls', async () => {
    const client = await makeClient(server, { addresses: ['10.1.0.0/16', '2001:db8::/32', '127.0.0.1'] });
    const token = await tokenOf(server, client);
    for (const [address, httpStatus] of [
      ['10.1.2.3', 200],
      ['::ffff:10.1.2.3', 200],
      ['2001:db8:1::5', 200],
      ['127.0.0.1', 200],
      ['10.2.0.1', 403],
      ['2001:db9::1', 403],
    ] as const) {
      const answer = await callAs(server, token, 'GET', 'projects/paged', { address });
      expect(answer.httpStatus, address).toBe(httpStatus);
      if (httpStatus === 403) expect(answer.status.name).toBe('ClientAddressRefused');
    }
    const asked = await askToken(server, { ...GRANT, ...credentialsOf(client) }, {}, '10.2.0.1');
    expect([asked.httpStatus, asked.body.error]).toEqual([401, 'invalid_client']);
    // Only a proxy in front of the server can name the client's address; other callers' headers are ignored.
    const forged = await callAs(server, token, 'GET', 'projects/paged', {
      address: '10.2.0.1',
      headers: { 'x-forwarded-for': '10.1.2.3' },
    });
    expect(forged.httpStatus).toBe(403);
  });
});

describe('private_key_jwt', () => {
  const assertionOf = (
    client: Pick<TestClient, 'clientId'>,
    key: KeyObject,
    alg: string,
    more: { jti?: string; aud?: string; seconds?: number; iss?: string } = {},
  ) => {
    const now = Math.floor(server.context.now().getTime() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg })
      .setIssuer(more.iss ?? client.clientId)
      .setSubject(client.clientId)
      .setAudience(more.aud ?? `${server.context.config.publicUrl}/api/oauth/token`)
      .setJti(more.jti ?? crypto.randomUUID())
      .setExpirationTime(now + (more.seconds ?? 60))
      .sign(key);
  };
  const ask = (client_assertion: string) =>
    askToken(server, { ...GRANT, client_assertion_type: ASSERTION_TYPE, client_assertion });
  const withKey = async (key: KeyObject) => {
    const client = await makeClient(server);
    const added = await server.call('admin', 'POST', `administration/clients/${client.id}/secrets`, {
      publicKey: key.export({ format: 'jwk' }) as object,
    });
    expect(added.httpStatus).toBe(200);
    return client;
  };

  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ES384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
    ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['PS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ] as const)('with %s gives a token, once for each assertion', async (alg, generate) => {
    const { publicKey, privateKey } = generate();
    const client = await withKey(publicKey);
    const assertion = await assertionOf(client, privateKey, alg);
    // Of two concurrent uses one counts as a replay.
    const answers = await Promise.all([ask(assertion), ask(assertion)]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await ask(assertion)).body.error).toBe('invalid_client');
    expect((await ask(await assertionOf(client, privateKey, alg))).httpStatus).toBe(200);
  });

  it('refuses assertions that the client has not signed, for this server and for the present time', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const client = await withKey(publicKey);
    const unsigned = (header: object) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const { clientId } = client;
      return `${part(header)}.${part({ iss: clientId, sub: clientId, jti: 'x', exp: 9_999_999_999 })}.`;
    };
    for (const [what, assertion] of [
      ['another key', await assertionOf(client, other.privateKey, 'ES256')],
      ['another audience', await assertionOf(client, privateKey, 'ES256', { aud: 'https://drugde.rs' })],
      ['another issuer', await assertionOf(client, privateKey, 'ES256', { iss: 'client-drugi-00000000' })],
      ['expired', await assertionOf(client, privateKey, 'ES256', { seconds: -120 })],
      ['for a day', await assertionOf(client, privateKey, 'ES256', { seconds: 86_400 })],
      ['without a number', await assertionOf(client, privateKey, 'ES256', { jti: '' })],
      ['alg none', unsigned({ alg: 'none' })],
      ['alg HS256', unsigned({ alg: 'HS256' })],
      ['no JWT', 'a.b.c'],
      ['a long text', 'a'.repeat(9_000)],
    ] as const) {
      const answer = await ask(assertion);
      expect([answer.httpStatus, answer.body.error], what).toEqual([401, 'invalid_client']);
    }
    const typed = await askToken(server, { ...GRANT, client_assertion_type: 'x', client_assertion: 'a.b.c' });
    expect(typed.body.error).toBe('invalid_request');
  });

  it('accepts only public keys, and only strong ones', async () => {
    const client = await makeClient(server);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    for (const publicKey of [
      privateKey.export({ format: 'jwk' }),
      weak.publicKey.export({ format: 'jwk' }),
      curve.publicKey.export({ format: 'jwk' }),
      { kty: 'oct', k: 'tajna' },
      { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
      { kty: 'EC', crv: 'toString', x: 'AA', y: 'AA' },
      {},
    ]) {
      const answer = await server.call('admin', 'POST', `administration/clients/${client.id}/secrets`, { publicKey });
      expect([answer.httpStatus, answer.status.name]).toEqual([422, 'ClientKeyUnfit']);
    }
  });
});
