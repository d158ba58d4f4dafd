import { describe, expect, it } from 'vitest';
import type { CallPayload } from '@pimis/contract/calls';
import type { RoleDetails, RoleRow } from '@pimis/contract/roles';
import { useServer } from '../../../testing/server.ts';

const server = useServer();

const role = (more: object = {}) => ({
  name: 'Референт',
  description: 'Чита кориснике и улоге',
  claims: ['User_View', 'Role_View'],
  ...more,
});
const create = (by: string, more: object = {}) => server.call<{ id: number }>(by, 'POST', 'security/roles', role(more));
const read = (by: string, id: number) => server.call<RoleDetails>(by, 'GET', `security/roles/${id}`);

async function made(by: string, more: object): Promise<number> {
  const answer = await create(by, more);
  expect(answer.status.name).toBe('Success');
  return answer.payload?.id ?? 0;
}

describe('roles', () => {
  it('are listed and read with the right to; system roles are fixed', async () => {
    const list = await server.call<RoleRow[]>(
      'local.admin',
      'GET',
      'security/roles?perPage=50&filter[search]=odobravalac',
    );
    expect(list.payload?.map(({ name }) => name)).toEqual(['Reviewer']);
    const local = await read('admin', 1);
    expect(local.payload).toMatchObject({ name: 'Local_User', roleType: 1, editable: false });
    expect(local.payload?.claims).toContainEqual({ name: 'Project_View', description: 'Преглед пројеката', type: 2 });
    expect((await server.call('local.user', 'GET', 'security/roles')).httpStatus).toBe(403);
    for (const [method, url, body] of [
      ['PUT', 'security/roles', { ...role(), id: 1 }],
      ['DELETE', 'security/roles/1', undefined],
    ] as const) {
      expect((await server.call('admin', method, url, body)).status.name).toBe('SystemRoleUpdate');
    }
  });

  it('have only claims that their maker may give; nobody can give those of the system', async () => {
    const claims = async (by: string) =>
      (await server.call<CallPayload<'GET /security/roles/claims'>>(by, 'GET', 'security/roles/claims')).payload?.map(
        ({ name }) => name,
      );
    expect(await claims('operator')).not.toContain('Admin');
    expect(await claims('admin')).toContain('Minister');
    expect(await claims('admin')).not.toContain('Refresh_Token');
    expect((await create('operator', { claims: ['Minister'] })).status.name).toBe('AdminOnlyClaim');
    expect((await create('admin', { claims: ['Registry_Bank'] })).fieldErrors).toEqual([
      { field: 'claims', code: 'InvalidField' },
    ]);
    expect((await create('admin', { claims: [] })).fieldErrors).toEqual([{ field: 'claims', code: 'ClaimRequired' }]);
    for (const wrong of [
      { name: '  ' },
      { name: 'а'.repeat(33) },
      { description: '' },
      { description: 'а'.repeat(129) },
    ]) {
      expect((await create('admin', wrong)).httpStatus, JSON.stringify(wrong)).toBe(422);
    }
    expect((await create('local.admin')).httpStatus).toBe(403);
  });

  it('are sent back whole, as they were read; fields that the call cannot change are refused if they differ', async () => {
    const id = await made('admin', { name: 'Цела улога', claims: ['User_View'] });
    const shown = async () => (await read('admin', id)).payload;
    const put = (role: object) => server.call('admin', 'PUT', 'security/roles', role);
    const whole = await shown();
    expect(whole?.claims).toMatchObject([{ name: 'User_View' }]);
    expect((await put({ ...whole, description: 'Промењен опис' })).httpStatus).toBe(200);
    const now = await shown();
    expect(now).toMatchObject({ description: 'Промењен опис', claims: [{ name: 'User_View' }] });
    for (const [field, value] of Object.entries({ roleType: 1, users: 5, organizationId: '50112', editable: false })) {
      expect((await put({ ...now, [field]: value })).fieldErrors, field).toEqual([{ field, code: 'ReadOnlyField' }]);
    }
  });

  it('are counted under both names of the total', async () => {
    const { additionalInformation } = await server.call('operator', 'GET', 'security/roles?perPage=5');
    expect(additionalInformation).toMatchObject({ count: additionalInformation?.totalRows });
    expect(additionalInformation?.count).toBeGreaterThan(5);
  });

  it('have a unique name, whatever its case, different from system roles', async () => {
    await made('operator', { name: 'Једном' });
    expect((await create('admin', { name: 'ЈЕДНОМ' })).status.name).toBe('TranRoleNameExists');
    expect((await create('admin', { name: 'minister' })).status.name).toBe('TranRoleNameExists');
    const answers = await Promise.all([1, 2, 3].map(() => create('operator', { name: 'Истовремена' })));
    expect(answers.map(({ status }) => status.name).toSorted()).toEqual([
      'Success',
      'TranRoleNameExists',
      'TranRoleNameExists',
    ]);
  });

  it('apply to their holder from the next call on', async () => {
    const id = await made('operator', { name: 'Преглед' });
    const change = { login: 'reviewer', name: 'Драган Илић', email: 'reviewer@example.rs', roleId: id };
    const given = await server.call<object[]>('admin', 'PUT', 'security/users', [change]);
    expect(given.payload?.[0]).toHaveProperty('model');
    expect((await server.call('reviewer', 'GET', 'security/users')).httpStatus).toBe(200);
    const { payload: before } = await read('operator', id);
    expect(before?.users).toBe(1);
    const update = { ...role({ name: 'Преглед', claims: ['Role_View'] }), id, modifiedDate: before?.modifiedDate };
    expect((await server.call('operator', 'PUT', 'security/roles', update)).httpStatus).toBe(200);
    expect((await server.call('reviewer', 'GET', 'security/users')).httpStatus).toBe(403);
    expect((await server.call('operator', 'PUT', 'security/roles', update)).status.name).toBe('RecordConflict');
  });

  it('are removed when nobody holds them', async () => {
    const id = await made('operator', { name: 'Пролазна' });
    const user = { name: 'Привремени Корисник', email: 'p@example.rs', roleId: id, notifyUser: false };
    await server.call('operator', 'POST', 'security/users', [user]);
    const remove = () => server.call('operator', 'DELETE', `security/roles/${id}`);
    expect((await remove()).status.name).toBe('RoleBelongsToUser');
    const change = { ...user, login: 'privremeni.korisnik', roleId: 1, notifyUser: undefined };
    await server.call('admin', 'PUT', 'security/users', [change]);
    expect((await remove()).httpStatus).toBe(200);
    expect((await remove()).status.name).toBe('NotFound');
  });

  it('with a claim that only an Admin gives can be changed and given only by an Admin', async () => {
    const id = await made('admin', { name: 'Заменик министра', claims: ['Minister', 'Project_View'] });
    expect((await read('operator', id)).payload?.editable).toBe(false);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { ...role(), id } : undefined;
      const url = method === 'PUT' ? 'security/roles' : `security/roles/${id}`;
      expect((await server.call('operator', method, url, body)).status.name).toBe('InvalidUserPermission');
    }
    const offered = async (by: string) =>
      (
        await server.call<CallPayload<'GET /security/roles/available'>>(by, 'GET', 'security/roles/available')
      ).payload?.map((one) => one.id);
    expect(await offered('operator')).not.toContain(id);
    expect(await offered('admin')).toContain(id);
    expect(await offered('local.admin')).toEqual([1, 2, 3, 4]);
    const other = await server.call('local.admin', 'GET', 'security/roles/available?organizationId=50101');
    expect(other.status.name).toBe('InvalidUserPermission');
    // Roles of the administration are not known elsewhere.
    expect((await read('local.admin', id)).httpStatus).toBe(404);
  });
});
