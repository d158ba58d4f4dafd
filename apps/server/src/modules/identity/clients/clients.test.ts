import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ClientDetails, ClientRow, MadeSecret } from '@pimis/contract/clients';
import { addDays } from '@pimis/domain/dates/dates';
import { today } from '../../../platform/context.ts';
import { askToken, makeClient, newClient, tokenOf } from '../../../testing/clients.ts';
import { useServer } from '../../../testing/server.ts';
import { mailExpiringClients } from './expiry-mails.ts';

const server = useServer();
const PATH = 'administration/clients';

const read = async (id: number, by = 'admin') => (await server.call<ClientDetails>(by, 'GET', `${PATH}/${id}`)).payload;
const create = (more: object, by = 'admin') => server.call<{ id: number }>(by, 'POST', PATH, newClient(server, more));
const update = (id: number, more: object, by = 'admin') => {
  const { organizationId: _, ...values } = newClient(server);
  return server.call(by, 'PUT', `${PATH}/${id}`, { ...values, ...more });
};

/** Gives local.admin (50112) the claims to administer clients of its own organization. */
async function administersOwn(): Promise<void> {
  const { role_id } = await server.context.db
    .selectFrom('users')
    .select('role_id')
    .where('login', '=', 'local.admin')
    .executeTakeFirstOrThrow();
  await server.context.db
    .insertInto('role_claims')
    .values({ role_id, claim: 'Client_Administrate' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

describe('clients', () => {
  it('are made, read, changed and revoked by an administrator; the audit log has each step and no secret', async () => {
    const client = await makeClient(server, { name: 'Трезор пројеката' });
    expect(client.clientId).toMatch(/^client-trezor-projekata-[0-9a-f]{8}$/);
    const found = await read(client.id);
    expect(found).toMatchObject({
      name: 'Трезор пројеката',
      organizationId: '50112',
      revokedDate: null,
      changeRefusal: null,
      lastUsedDate: null,
      secrets: [{ kind: 'secret', keyId: null, lastUsedDate: null }],
    });
    const changed = await update(client.id, { name: 'Благајна', claims: ['Project_View'], revision: found?.revision });
    expect(changed.httpStatus).toBe(200);
    const late = await update(client.id, { revision: found?.revision });
    expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
    expect(await read(client.id)).toMatchObject({ name: 'Благајна', claims: ['Project_View'] });
    expect((await server.call('admin', 'DELETE', `${PATH}/${client.id}`)).httpStatus).toBe(200);
    for (const again of [
      await server.call('admin', 'DELETE', `${PATH}/${client.id}`),
      await update(client.id, {}),
      await server.call('admin', 'POST', `${PATH}/${client.id}/secrets`, {}),
    ]) {
      expect([again.httpStatus, again.status.name]).toEqual([409, 'ClientRevoked']);
    }
    expect(await read(client.id)).toMatchObject({ changeRefusal: 'ClientRevoked', secrets: [] });
    const rows = await server.context.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_type', '=', 'client')
      .where('subject_id', '=', String(client.id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ operation }) => operation)).toEqual([
      'client.create',
      'client.secretAdd',
      'client.update',
      'client.revoke',
    ]);
    expect(JSON.stringify(rows)).not.toContain(client.secret.slice(6));
    const stored = await server.context.db.selectFrom('client_secrets').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(client.secret.slice(6));
  });

  it('with wrong values are refused with the name of each', async () => {
    const day = today(server.context);
    for (const [more, field, code] of [
      [{ name: ' ' }, 'name', 'EmptyField'],
      [{ claims: ['Admin'] }, 'claims', 'ClaimNotForClients'],
      [{ claims: ['Nema'] }, 'claims', 'InvalidField'],
      [{ claims: [] }, 'claims', 'InvalidField'],
      [{ addresses: ['10.0.0.0/8', '10.0.0.0/33'] }, 'addresses.1', 'InvalidField'],
      [{ addresses: ['example.rs'] }, 'addresses.0', 'InvalidField'],
      [{ addresses: ['::/0'] }, 'addresses.0', 'NetworkOfEverybody'],
      [{ expiresOn: addDays(day, -1) }, 'expiresOn', 'InvalidField'],
      [{ expiresOn: addDays(day, 732) }, 'expiresOn', 'InvalidField'],
      [{ expiresOn: '2027-02-30' }, 'expiresOn', 'InvalidField'],
      [{ organizationId: '99999' }, 'organizationId', 'InvalidField'],
      [{ admin: true }, 'admin', 'UnknownField'],
    ] as const) {
      const answer = await create(more);
      expect([answer.httpStatus, answer.fieldErrors], JSON.stringify(more)).toEqual([422, [{ field, code }]]);
    }
    const slip = await create({ addresses: ['10.0.0.7', '10.1.2.3/8'] });
    expect([slip.httpStatus, slip.fieldErrors]).toEqual([
      422,
      [{ field: 'addresses.1', code: 'NetworkHasHostBits', message: '10.0.0.0/8' }],
    ]);
  });

  it('of the own organization need the claim, and get at most the claims of their maker', async () => {
    await administersOwn();
    const own = await makeClient(server, { claims: ['Project_View'] }, 'local.admin');
    const other = await makeClient(server, { organizationId: '50101', name: 'Туђи' });
    const strong = await makeClient(server, { claims: ['Project_View', 'Registry_Manage'] });
    const { payload: listed } = await server.call<ClientRow[]>('local.admin', 'GET', `${PATH}?perPage=100`);
    expect(listed?.map(({ organizationId }) => organizationId)).not.toContain('50101');
    expect(listed?.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, strong.id]));
    for (const [what, answer, httpStatus, name] of [
      ['reads another', await server.call('local.admin', 'GET', `${PATH}/${other.id}`), 404, 'NotFound'],
      ['changes another', await update(other.id, {}, 'local.admin'), 404, 'NotFound'],
      ['revokes another', await server.call('local.admin', 'DELETE', `${PATH}/${other.id}`), 404, 'NotFound'],
      [
        'makes one elsewhere',
        await create({ organizationId: '50101', claims: ['Project_View'] }, 'local.admin'),
        403,
        'InvalidUserPermission',
      ],
      [
        'makes a secret of a stronger one',
        await server.call('local.admin', 'POST', `${PATH}/${strong.id}/secrets`, {}),
        403,
        'InvalidUserPermission',
      ],
      [
        'changes a stronger one',
        await update(strong.id, { claims: ['Project_View'] }, 'local.admin'),
        403,
        'InvalidUserPermission',
      ],
    ] as const) {
      expect([answer.httpStatus, answer.status.name], what).toEqual([httpStatus, name]);
    }
    const more = await create({ claims: ['Registry_Manage'] }, 'local.admin');
    expect(more.fieldErrors).toEqual([{ field: 'claims', code: 'ClaimNotHeld' }]);
    // A user who may administer the client may revoke it, even without its claims.
    expect((await server.call('local.admin', 'DELETE', `${PATH}/${strong.id}`)).httpStatus).toBe(200);
    for (const login of ['local.user', 'operator', 'minister']) {
      const answer = await server.call(login, 'GET', PATH);
      expect(answer.httpStatus, login).toBe(403);
    }
  });

  it('have at most two secrets, so that one can replace the other', async () => {
    const client = await makeClient(server);
    const second = await server.call<MadeSecret>('admin', 'POST', `${PATH}/${client.id}/secrets`, {});
    const third = await server.call('admin', 'POST', `${PATH}/${client.id}/secrets`, {});
    expect([third.httpStatus, third.status.name]).toEqual([409, 'ClientSecretLimit']);
    const newer = { ...client, secret: second.payload?.secret ?? '' };
    await tokenOf(server, client);
    await tokenOf(server, newer);
    const [first] = (await read(client.id))?.secrets ?? [];
    const path = `${PATH}/${client.id}/secrets/${first?.id}`;
    expect((await server.call('admin', 'DELETE', path)).httpStatus).toBe(200);
    expect((await server.call('admin', 'DELETE', path)).httpStatus).toBe(404);
    const old = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.secret };
    expect((await askToken(server, old)).httpStatus).toBe(401);
    await tokenOf(server, newer);
    // When two administrators ask at once, one of them gets the last place.
    const both = await Promise.all([1, 2].map(() => server.call('admin', 'POST', `${PATH}/${client.id}/secrets`, {})));
    expect(both.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('are listed by name, found by words, and revoked ones by a filter', async () => {
    const ids = (rows: ClientRow[] | null) => rows?.map(({ name }) => name);
    const gone = await makeClient(server, { name: 'Јавне набавке стари' });
    await makeClient(server, { name: 'Јавне набавке' });
    await server.call('admin', 'DELETE', `${PATH}/${gone.id}`);
    const found = await server.call<ClientRow[]>('admin', 'GET', `${PATH}?filter[search]=nabavke`);
    expect(ids(found.payload)).toEqual(['Јавне набавке', 'Јавне набавке стари']);
    const working = await server.call<ClientRow[]>(
      'admin',
      'GET',
      `${PATH}?filter[search]=nabavke&filter[revoked]=false`,
    );
    expect(ids(working.payload)).toEqual(['Јавне набавке']);
  });
});

describe('the mail before the expiry', () => {
  const queued = async () => {
    const { rows } = await sql<{ to: string; subject: string }>`
      select payload ->> 'to' as to, payload ->> 'subject' as subject from graphile_worker._private_jobs
      where payload ->> 'subject' like '%истиче%' order by 1`.execute(server.context.db);
    return rows;
  };

  it('is sent once to those who may administer the client', async () => {
    await administersOwn();
    const expiresOn = addDays(today(server.context), 14);
    const client = await makeClient(server, { name: 'Истиче', expiresOn });
    await makeClient(server, { name: 'Касније', expiresOn: addDays(expiresOn, 1) });
    await mailExpiringClients(server.context);
    const first = await queued();
    expect(new Set(first.map(({ subject }) => subject))).toEqual(new Set(['ПИМИС: клијент Истиче ускоро истиче']));
    const people = await server.context.db
      .selectFrom('users')
      .select('email')
      .where('login', 'in', ['admin', 'local.admin'])
      .execute();
    for (const { email } of people) expect(first.map(({ to }) => to)).toContain(email);
    await mailExpiringClients(server.context);
    expect(await queued()).toEqual(first);
    await update(client.id, { expiresOn: addDays(expiresOn, -1) });
    await mailExpiringClients(server.context);
    expect(await queued()).toHaveLength(2 * first.length);
  });
});
