import { describe, expect, it } from 'vitest';
import { callAs, makeClient, tokenOf } from '../../testing/clients.ts';
import { newCode } from '../../testing/codes.ts';
import { useServer } from '../../testing/server.ts';
import { removeOldKeys } from './idempotency.ts';

const server = useServer();

const project = () => ({ code: newCode(), type: 3, sector: 5, important: false });
const withKey = (key: string) => ({ 'idempotency-key': key });
const create = (token: string, body: object, key: string) =>
  callAs<{ code: string }>(server, token, 'POST', 'projects', { body, headers: withKey(key) });
const projects = async (code: string) =>
  (await server.context.db.selectFrom('projects').select('id').where('code', '=', code).execute()).length;

describe('the Idempotency-Key of a client', () => {
  it('gives the first answer again, and acts once', async () => {
    const token = await tokenOf(server, await makeClient(server));
    const body = project();
    const first = await create(token, body, 'prvi');
    expect(first.httpStatus).toBe(200);
    const again = await create(token, body, 'prvi');
    expect({ ...again, headers: null }).toEqual({ ...first, headers: null });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await projects(body.code)).toBe(1);
    // Without a key, the second call acts and is refused because of the first.
    expect((await callAs(server, token, 'POST', 'projects', { body })).httpStatus).not.toBe(200);
  });

  it('is refused with another body or another call', async () => {
    const token = await tokenOf(server, await makeClient(server));
    const body = project();
    await create(token, body, 'isti');
    const other = await create(token, { ...body, sector: 4 }, 'isti');
    expect([other.httpStatus, other.status.name]).toEqual([422, 'IdempotencyKeyReused']);
    const call = await callAs(server, token, 'POST', 'projects/form-input', {
      body: { projectCode: body.code, id: 1, action: 1, json: '{}' },
      headers: withKey('isti'),
    });
    expect([call.httpStatus, call.status.name]).toEqual([422, 'IdempotencyKeyReused']);
  });

  it('lets one of several calls at the same time act', async () => {
    const token = await tokenOf(server, await makeClient(server));
    const body = project();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(token, body, 'odjednom')));
    for (const { httpStatus, status } of answers) {
      expect([200, 409]).toContain(httpStatus);
      if (httpStatus === 409) expect(status.name).toBe('IdempotencyKeyInUse');
    }
    expect(answers.some(({ httpStatus }) => httpStatus === 200)).toBe(true);
    expect(await projects(body.code)).toBe(1);
    expect((await create(token, body, 'odjednom')).httpStatus).toBe(200);
  });

  it('belongs to its client, and is free again after a refusal', async () => {
    const token = await tokenOf(server, await makeClient(server));
    const other = await tokenOf(server, await makeClient(server, { name: 'Други' }));
    const body = project();
    expect((await create(token, body, 'zajednicki')).httpStatus).toBe(200);
    const taken = await create(other, body, 'zajednicki');
    expect(taken.httpStatus).not.toBe(200);
    expect((await create(other, project(), 'zajednicki')).httpStatus).toBe(200);
  });

  it.each(['', 'a b', 'x'.repeat(201), 'ključ'])('is refused as „%s“', async (key) => {
    const token = await tokenOf(server, await makeClient(server));
    const answer = await create(token, project(), key);
    expect([answer.httpStatus, answer.fieldErrors]).toEqual([
      422,
      [{ field: 'Idempotency-Key', code: 'InvalidField' }],
    ]);
  });

  it('is kept for 24 hours, then another call may have it', async () => {
    const client = await makeClient(server);
    const body = project();
    await create(await tokenOf(server, client), body, 'dan');
    const at = Date.now();
    server.setNow(new Date(at + 23.9 * 3_600_000));
    await removeOldKeys(server.context);
    const again = await create(await tokenOf(server, client), body, 'dan');
    expect(again.headers['idempotent-replayed']).toBe('true');
    server.setNow(new Date(at + 24.1 * 3_600_000));
    const other = project();
    expect((await create(await tokenOf(server, client), other, 'dan')).httpStatus).toBe(200);
    expect(await projects(other.code)).toBe(1);
    server.setNow(new Date(at + 49 * 3_600_000));
    await removeOldKeys(server.context);
    const left = await server.context.db
      .selectFrom('client_requests')
      .select('key')
      .where('client_id', '=', client.id)
      .execute();
    expect(left).toEqual([]);
    server.setNow(null);
  });

  it('means nothing for people, whose calls are as before', async () => {
    const body = project();
    const token = await server.token('local.user');
    expect((await create(token, body, 'covek')).httpStatus).toBe(200);
    expect((await create(token, body, 'covek')).httpStatus).not.toBe(200);
  });
});
