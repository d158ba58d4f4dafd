import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '@pimis/contract/audit';
import type { MadeWebhookSecret, WebhookDetails, WebhookRow } from '@pimis/contract/webhooks';
import { WEBHOOK_KIND_NAMES } from '@pimis/domain/webhooks/kinds';
import { WEBHOOKS_PER_ORGANIZATION } from '@pimis/domain/webhooks/rights';
import { useServer } from '../../testing/server.ts';
import { deliver, logOf, makeWebhook, newWebhook, WEBHOOKS } from '../../testing/webhooks.ts';

const server = useServer();
const URL_OF = 'https://primalac.example.rs/pimis';

const read = async (id: number, by = 'admin') =>
  (await server.call<WebhookDetails>(by, 'GET', `${WEBHOOKS}/${id}`)).payload;
const create = (more: object, by = 'admin') => server.call(by, 'POST', WEBHOOKS, { ...newWebhook(URL_OF), ...more });
const update = (id: number, more: object, by = 'admin') => {
  const { organizationId: _, ...values } = newWebhook(URL_OF);
  return server.call(by, 'PUT', `${WEBHOOKS}/${id}`, { ...values, enabled: true, ...more });
};
const auditOf = (id: number) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['operation', 'detail'])
    .where('subject_type', '=', 'webhook')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();

/** local.admin (50112) administers the connections of its own organization. */
beforeAll(async () => {
  const { role_id } = await server.context.db
    .selectFrom('users')
    .select('role_id')
    .where('login', '=', 'local.admin')
    .executeTakeFirstOrThrow();
  await server.context.db
    .insertInto('role_claims')
    .values([
      { role_id, claim: 'Client_Administrate' },
      { role_id, claim: 'Project_View' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

describe('webhooks', () => {
  it('are created, read, changed and removed by an administrator; the audit log has each step but no secret', async () => {
    const made = await makeWebhook(server, `${URL_OF}?kljuc=tajna`, { name: ' Трезор ' });
    expect(made.secret).toMatch(/^whsec_/);
    const found = await read(made.id);
    expect(found).toMatchObject({
      name: 'Трезор',
      url: `${URL_OF}?kljuc=tajna`,
      kinds: [...WEBHOOK_KIND_NAMES].toSorted(),
      organizationId: '50112',
      enabled: true,
      offReason: null,
      failingSince: null,
      waiting: 0,
      changeRefusal: null,
      secrets: [{ createdBy: expect.any(String) as string }],
    });
    const { payload: listed } = await server.call<WebhookRow[]>('admin', 'GET', `${WEBHOOKS}?filter[search]=трез`);
    expect(listed?.map(({ id }) => id)).toEqual([made.id]);
    const off = await update(made.id, { kinds: ['step'], enabled: false, revision: found?.revision });
    expect(off.httpStatus).toBe(200);
    expect(await read(made.id)).toMatchObject({ kinds: ['step'], enabled: false, offReason: 'person' });
    const late = await update(made.id, { revision: found?.revision });
    expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
    expect((await update(made.id, {})).httpStatus).toBe(200);
    expect(await read(made.id)).toMatchObject({ enabled: true, offReason: null });
    const { payload: audited } = await server.call<AuditRow[]>(
      'admin',
      'GET',
      'administration/audit?filter[operation]=webhook.create',
    );
    expect(audited?.map(({ subjectName }) => subjectName)).toEqual(['Трезор']);
    expect((await server.call('admin', 'DELETE', `${WEBHOOKS}/${made.id}`)).httpStatus).toBe(200);
    const gone = await server.call('admin', 'GET', `${WEBHOOKS}/${made.id}`);
    expect([gone.httpStatus, gone.status.name]).toEqual([404, 'NotFound']);
    const rows = await auditOf(made.id);
    expect(rows.map(({ operation }) => operation)).toEqual([
      'webhook.create',
      'webhook.update',
      'webhook.update',
      'webhook.delete',
    ]);
    expect(rows[1]?.detail).toMatchObject({ before: { enabled: true }, after: { enabled: false, kinds: ['step'] } });
    expect(JSON.stringify(rows)).not.toMatch(/tajna|whsec/);
  });

  it('are refused with each wrong value named', async () => {
    for (const [more, field, code] of [
      [{ name: ' ' }, 'name', 'EmptyField'],
      [{ url: 'http://primalac.example.rs' }, 'url', 'WebhookAddressUnfit'],
      [{ url: 'https://10.0.0.1/' }, 'url', 'WebhookAddressUnfit'],
      [{ url: 'https://ime:lozinka@primalac.example.rs/' }, 'url', 'WebhookAddressUnfit'],
      [{ kinds: [] }, 'kinds', 'InvalidField'],
      [{ kinds: ['nesto'] }, 'kinds.0', 'InvalidField'],
      [{ organizationId: '99999' }, 'organizationId', 'InvalidField'],
      [{ admin: true }, 'admin', 'UnknownField'],
    ] as const) {
      const answer = await create(more);
      expect([answer.httpStatus, answer.fieldErrors], JSON.stringify(more)).toEqual([422, [{ field, code }]]);
    }
  });

  it('of the own organization are administered with the claim; those of all organizations by the ministry', async () => {
    const own = await makeWebhook(server, URL_OF);
    const other = await makeWebhook(server, URL_OF, { organizationId: '50101' });
    const { payload: listed } = await server.call<WebhookRow[]>('local.admin', 'GET', `${WEBHOOKS}?perPage=100`);
    expect(listed?.map(({ id }) => id)).toContain(own.id);
    expect(listed?.map(({ id }) => id)).not.toContain(other.id);
    expect(await read(own.id, 'local.admin')).toMatchObject({ changeRefusal: null });
    expect((await update(own.id, { name: 'Наш' }, 'local.admin')).httpStatus).toBe(200);
    const path = `${WEBHOOKS}/${other.id}`;
    for (const [what, answer, httpStatus, name] of [
      ['reads another', await server.call('local.admin', 'GET', path), 404, 'NotFound'],
      ['reads the log of another', await server.call('local.admin', 'GET', `${path}/deliveries`), 404, 'NotFound'],
      ['changes another', await update(other.id, {}, 'local.admin'), 404, 'NotFound'],
      ['removes another', await server.call('local.admin', 'DELETE', path), 404, 'NotFound'],
      ['tries another', await server.call('local.admin', 'POST', `${path}/test`), 404, 'NotFound'],
      ['makes one elsewhere', await create({ organizationId: '50101' }, 'local.admin'), 403, 'InvalidUserPermission'],
      ['has no claim', await create({}, 'local.user'), 403, 'InvalidUserPermission'],
      ['has no claim to read', await server.call('local.user', 'GET', WEBHOOKS), 403, 'Forbidden'],
    ] as const) {
      expect([answer.httpStatus, answer.status.name], what).toEqual([httpStatus, name]);
    }
    for (const { id } of [own, other]) await server.call('admin', 'DELETE', `${WEBHOOKS}/${id}`);
  });

  it('are limited for each organization', async () => {
    const made: number[] = [];
    for (let count = 0; count < WEBHOOKS_PER_ORGANIZATION; count += 1)
      made.push((await makeWebhook(server, URL_OF)).id);
    const more = await create({});
    expect([more.httpStatus, more.status.name]).toEqual([409, 'WebhookLimit']);
    for (const id of made) await server.call('admin', 'DELETE', `${WEBHOOKS}/${id}`);
  });
});

describe('secrets of a webhook', () => {
  it('are one or two, stored encrypted', async () => {
    const { id, secret } = await makeWebhook(server, URL_OF);
    const path = `${WEBHOOKS}/${id}/secrets`;
    const [first] = (await read(id))?.secrets ?? [];
    const last = await server.call('admin', 'DELETE', `${path}/${first?.id}`);
    expect([last.httpStatus, last.status.name]).toEqual([409, 'WebhookLastSecret']);
    const { payload: second } = await server.call<MadeWebhookSecret>('admin', 'POST', path);
    expect(second?.secret).toMatch(/^whsec_/);
    const third = await server.call('admin', 'POST', path);
    expect([third.httpStatus, third.status.name]).toEqual([409, 'WebhookSecretLimit']);
    expect((await server.call('admin', 'DELETE', `${path}/${first?.id}`)).httpStatus).toBe(200);
    const gone = await server.call('admin', 'DELETE', `${path}/${first?.id}`);
    expect([gone.httpStatus, gone.status.name]).toEqual([404, 'NotFound']);
    expect((await read(id))?.secrets.map((one) => one.id)).toEqual([second?.id]);
    const stored = await server.context.db.selectFrom('webhook_secrets').select('sealed').execute();
    for (const { sealed } of stored) {
      expect(sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
      expect(sealed.includes(Buffer.from(second?.secret.slice(6) ?? '', 'base64'))).toBe(false);
    }
    await server.call('admin', 'DELETE', `${WEBHOOKS}/${id}`);
  });
});

describe('a copy of an installation', () => {
  it('creates no webhook, switches none on and sends nothing', async () => {
    const { id } = await makeWebhook(server, URL_OF);
    const { payload: tried } = await server.call<{ id: string }>('admin', 'POST', `${WEBHOOKS}/${id}/test`);
    server.setCopiedAt('2026-11-28T01:30:00Z');
    await deliver(server);
    expect(await logOf(server, id)).toMatchObject([{ id: tried?.id, state: 'waiting', attempts: 0 }]);
    for (const refused of [
      await create({}),
      await update(id, {}),
      await server.call('admin', 'POST', `${WEBHOOKS}/${id}/test`),
      await server.call('admin', 'POST', `${WEBHOOKS}/${id}/deliveries/${tried?.id}/resend`),
    ]) {
      expect([refused.httpStatus, refused.status.name]).toEqual([409, 'WebhookInCopy']);
    }
    expect((await update(id, { enabled: false })).httpStatus).toBe(200);
    server.setCopiedAt(null);
    await server.call('admin', 'DELETE', `${WEBHOOKS}/${id}`);
  });
});
