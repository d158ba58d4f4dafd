import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { OperationState, RegistryRow } from '@pimis/contract/registries';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import { actAs, runImport, sendImport } from '../../testing/registry.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const ROLE_BANK = 24;
const ROLE_BUDGET_USER = 29;

const canWrite = async (login: string, code: string) =>
  (await server.call(login, 'GET', `registry/${code}?perPage=5`)).additionalInformation?.canWrite;

describe('the rights to maintain registries', () => {
  it.each(REGISTRIES)('$code shows an operator and a reader their rights', async ({ code, readOnly }) => {
    expect(await canWrite('operator', code)).toBe(readOnly !== true);
    expect(await canWrite('local.user', code)).toBe(false);
  });

  it.each([
    [ROLE_BANK, 'banks', 'countries', { code: '998', name: 'Пробна банка' }],
    [ROLE_BUDGET_USER, 'budget-users', 'banks', { id: '99881', name: 'Пробни корисник' }],
  ] as const)('role %i maintains %s and not %s', async (role, own, other, row) => {
    const back = await actAs(server, 'other.user', role);
    expect(await canWrite('other.user', own)).toBe(true);
    expect(await canWrite('other.user', other)).toBe(false);
    expect((await server.call('other.user', 'POST', `registry/${own}`, row)).httpStatus).toBe(200);
    const id = 'id' in row ? row.id : row.code;
    expect((await server.call('other.user', 'PUT', `registry/${own}/${id}`, { name: 'Нови' })).httpStatus).toBe(200);
    expect((await server.call('other.user', 'DELETE', `registry/${own}/${id}`)).httpStatus).toBe(200);
    const [foreign] = (await server.call<RegistryRow[]>('other.user', 'GET', `registry/${other}`)).payload ?? [];
    const path = `registry/${other}/${foreign?.id}`;
    expect((await server.call('other.user', 'PUT', path, { name: 'Нови' })).httpStatus).toBe(403);
    expect((await server.call('other.user', 'DELETE', path)).httpStatus).toBe(403);
    expect((await sendImport(server, 'other.user', other, 'name\nНови\n')).httpStatus).toBe(403);
    await back();
    expect((await server.call('other.user', 'DELETE', `registry/${own}/${id}`)).httpStatus).toBe(403);
  });

  it.each(['waits', 'writes'])('an import whose user loses the right while it %s writes nothing', async (moment) => {
    const back = await actAs(server, 'other.user', ROLE_BANK);
    const file = `code,name\n${`${' '.repeat(1000)}\n`.repeat(270)}997,Пробна банка\n`;
    const { payload } = await sendImport(server, 'other.user', 'banks', file);
    const id = payload.operationLocation?.split('/').at(-1) ?? '';
    if (moment === 'waits') await back();
    await runImport(server, id, async (percent) => {
      if (percent > 80) await back();
    });
    const { payload: ended } = await server.call<OperationState>('other.user', 'GET', `operations/${id}`);
    expect(ended).toMatchObject({ state: 'failed', error: 'Forbidden' });
    expect((await server.call('operator', 'GET', 'registry/banks/997')).httpStatus).toBe(404);
  });

  it('an import whose user signs out before its end writes nothing and reports that', async () => {
    const file = `code,name\n${`${' '.repeat(1000)}\n`.repeat(270)}996,Пробна банка\n`;
    const { payload } = await sendImport(server, 'admin', 'banks', file);
    const id = payload.operationLocation?.split('/').at(-1) ?? '';
    await server.call('admin', 'POST', 'login/logout');
    await runImport(server, id);
    const ended = await server.context.db
      .selectFrom('operations')
      .select(['state', 'error_name'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(ended).toEqual({ state: 'failed', error_name: 'OperationInterrupted' });
    expect((await server.call('operator', 'GET', 'registry/banks/996')).httpStatus).toBe(404);
  });

  it('an import queued by an earlier version, without a session, is written', async () => {
    const file = `code,name\n${`${' '.repeat(1000)}\n`.repeat(270)}995,Пробна банка\n`;
    const { payload } = await sendImport(server, 'operator', 'banks', file);
    const id = payload.operationLocation?.split('/').at(-1) ?? '';
    await sql`update operations set input = input::jsonb - 'userId' - 'sessionId' where id = ${id}`.execute(
      server.context.db,
    );
    await runImport(server, id);
    expect((await server.call('operator', 'GET', 'registry/banks/995')).httpStatus).toBe(200);
  });

  it('offers no changes of rows that belong to another registry', async () => {
    expect((await server.call('operator', 'POST', 'registry/organizations', { id: '99882' })).httpStatus).toBe(404);
    expect((await server.call('operator', 'PUT', 'registry/organizations/50112', {})).httpStatus).toBe(404);
  });
});

describe('an open registry', () => {
  it('shows contacts only to users who have signed in', async () => {
    for (const path of ['registry/budget-users/50112', 'registry/organizations/50112']) {
      expect((await server.call<RegistryRow>('local.user', 'GET', path)).payload).toHaveProperty('email');
      expect((await server.call<RegistryRow>(null, 'GET', path)).payload).not.toHaveProperty('email');
    }
    const listed = await server.call<RegistryRow[]>(
      'local.user',
      'GET',
      'registry/budget-users?filter[email]=prokuplje',
    );
    expect(listed.httpStatus).toBe(200);
    expect((await server.call(null, 'GET', 'registry/budget-users/50112/changes')).httpStatus).toBe(401);
    expect((await server.call(null, 'GET', 'registry/budget-users/export')).httpStatus).toBe(401);
  });

  it('limits anonymous callers per minute, but not signed-in ones', async () => {
    server.setNow(new Date('2026-11-20T10:00:00Z'));
    const statuses: number[] = [];
    for (let call = 0; call < 121; call += 1) {
      statuses.push((await server.call(null, 'GET', 'registry/treasury-branches?perPage=1')).httpStatus);
    }
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await server.call('local.user', 'GET', 'registry/treasury-branches?perPage=1')).httpStatus).toBe(200);
    server.setNow(null);
  });
});
