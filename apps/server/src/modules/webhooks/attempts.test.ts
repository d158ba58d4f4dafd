import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { MadeWebhookSecret } from '@pimis/contract/webhooks';
import { WEBHOOK_PAUSES } from '@pimis/domain/webhooks/retries';
import { Metrics } from '../../platform/watching/metrics.ts';
import { createProject } from '../../testing/projects.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { deliver, isSigned, logOf, newWebhook, revisionsOf, useReceiver, WEBHOOKS } from '../../testing/webhooks.ts';
import { measured } from '../health/measured.ts';
import { WebhookSender } from './delivery/sender.ts';
import { encryptWebhookSecretsAnew } from './encrypt-anew.ts';
import { removeOldDeliveries } from './log.ts';

const server = useServer();
const { receiver, make, read, later, add, cutConnections } = useReceiver(server);
const NOW = new Date('2026-11-29T10:00:00Z');
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

describe('attempts', () => {
  it('by several servers at once reach the receiver once', async () => {
    await make('/uzice', { kinds: ['document.added'] });
    const codes = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    for (const code of codes) {
      const document = await add(code);
      await add(code, document);
      await add(code, document);
    }
    await Promise.all([deliver(server), deliver(server), deliver(server)]);
    await deliver(server);
    for (const code of codes) {
      expect(revisionsOf(receiver().received.filter(({ event }) => event.subject === code))).toEqual([1, 2, 3]);
    }
  });

  it('are started by one search at a time in a process, and one more for all calls during it', async () => {
    await make('/uzice');
    const sender = new WebhookSender(server.context);
    const queries = await queriesOf(() => Promise.all(Array.from({ length: 10 }, () => sender.begin())));
    expect(queries.filter(({ text }) => /skip locked/.test(text))).toHaveLength(2);
  });

  it('by a process that has died are repeated after a minute, and its late answer changes nothing', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    receiver().mode = 'is silent';
    const lost = new WebhookSender(server.jobs, { timeoutMs: 60_000 });
    await lost.begin();
    await expect.poll(() => receiver().received.length).toBe(1);
    await deliver(server);
    expect(receiver().received).toHaveLength(1);
    later(61);
    receiver().mode = 200;
    await deliver(server);
    expect(receiver().received).toHaveLength(2);
    await cutConnections();
    await lost.stop();
    expect(await logOf(server, id)).toMatchObject([{ state: 'delivered', attempts: 2, outcome: 'delivered' }]);
  });

  it('are signed with both secrets while two exist, also after a change of TOKEN_SECRET', async () => {
    const { id, secret } = await make('/uzice');
    const path = `${WEBHOOKS}/${id}`;
    const { payload: second } = await server.call<MadeWebhookSecret>('admin', 'POST', `${path}/secrets`);
    const tried = async (of = server) => {
      receiver().received.length = 0;
      await server.call('admin', 'POST', `${path}/test`);
      await deliver(of);
      const [one] = receiver().received;
      if (!one) throw new Error('nothing was sent');
      return [isSigned(one, secret), isSigned(one, second?.secret ?? '')];
    };
    expect(await tried()).toEqual([true, true]);
    const [first] = (await read(id))?.secrets ?? [];
    await server.call('admin', 'DELETE', `${path}/secrets/${first?.id}`);
    expect(await tried()).toEqual([false, true]);
    const { config } = server.jobs;
    const changed = {
      ...config,
      tokenSecret: new TextEncoder().encode('a new secret of tokens, long enough for it'),
    };
    const former = { ...changed, formerTokenSecrets: [config.tokenSecret] };
    const withConfig = (own: typeof config) => ({ ...server, jobs: { ...server.jobs, config: own } });
    expect(await tried(withConfig(former))).toEqual([false, true]);
    await server.call('admin', 'POST', `${path}/test`);
    await deliver(withConfig(changed));
    expect((await logOf(server, id))[0]).toMatchObject({ state: 'failed', outcome: 'unsigned' });
    await encryptWebhookSecretsAnew({ ...server.jobs, config: former });
    expect(await tried(withConfig(changed))).toEqual([false, true]);
  });

  it('by hand are made once: a test, and a delivery of the log under its number', async () => {
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const path = `${WEBHOOKS}/${id}`;
    const { organizationId: _, ...values } = newWebhook(`${receiver().url}/uzice`);
    await server.call('admin', 'PUT', path, { ...values, enabled: false });
    await server.call('admin', 'POST', `${path}/test`);
    receiver().mode = 500;
    await deliver(server);
    const [tested] = await logOf(server, id);
    expect(tested).toMatchObject({ kind: 'test', projectCode: null, state: 'failed', httpStatus: 500, attempts: 1 });
    receiver().mode = 200;
    const again = await server.call('admin', 'POST', `${path}/deliveries/${tested?.id}/resend`);
    expect(again.httpStatus).toBe(200);
    await deliver(server);
    expect(await logOf(server, id, '&filter[state]=delivered')).toMatchObject([{ id: tested?.id, kind: 'test' }]);
    expect(new Set(receiver().received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([tested?.eventId]),
    );
    expect(receiver().received.map(({ event }) => event.type)).toEqual([
      'rs.pimis.webhook.test',
      'rs.pimis.webhook.test',
    ]);
    const none = await server.call('admin', 'POST', `${path}/deliveries/999999999/resend`);
    expect([none.httpStatus, none.status.name]).toEqual([404, 'NotFound']);
  });

  it('by hand send a waiting delivery now, and release those that wait for it', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    await add(code, document);
    receiver().mode = 500;
    await deliver(server);
    receiver().mode = 200;
    const [, first] = await logOf(server, id);
    await server.call('admin', 'POST', `${WEBHOOKS}/${id}/deliveries/${first?.id}/resend`);
    await deliver(server);
    expect(revisionsOf(receiver().received)).toEqual([1, 1, 2]);
    expect(await logOf(server, id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: 2 }]);
  });

  it('get a job as soon as an event exists, and after the short pause', async () => {
    server.setNow(NOW);
    const { db } = server.context;
    const jobs = async () => {
      const { rows } = await sql<{ at: Date }>`
        select run_at as at from graphile_worker.jobs where task_identifier = 'deliverWebhooks' order by id`.execute(
        db,
      );
      await sql`delete from graphile_worker._private_jobs`.execute(db);
      return rows.map(({ at: due }) => due.getTime() - NOW.getTime());
    };
    const code = await createProject(server, 'local.user');
    await jobs();
    await add(code);
    // No webhook subscribes to the event.
    expect(await jobs()).toEqual([]);
    await make('/uzice', { kinds: ['document.added'] });
    await add(code);
    expect(await jobs()).toHaveLength(1);
    receiver().mode = 500;
    await deliver(server);
    const [short = 0] = WEBHOOK_PAUSES;
    expect(await jobs()).toEqual([short * SECOND_MS]);
    // The job that runs each minute is enough for longer pauses.
    later(short);
    await deliver(server);
    expect(await jobs()).toEqual([]);
  });

  it('are not made while the installation is read-only', async () => {
    await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    server.setReadOnly('Радови.');
    await deliver(server);
    server.setReadOnly(null);
    expect(receiver().received).toEqual([]);
    await deliver(server);
    expect(receiver().received).toHaveLength(1);
  });
});

it('the log keeps deliveries for thirty days, and while they wait for a webhook that is on', async () => {
  const { id } = await make('/uzice', { kinds: ['document.added'] });
  const code = await createProject(server, 'local.user');
  await add(code);
  await deliver(server);
  await add(code);
  server.setNow(new Date(Date.now() + 29 * DAY_MS));
  await removeOldDeliveries(server.jobs);
  expect(await logOf(server, id)).toHaveLength(2);
  server.setNow(new Date(Date.now() + 31 * DAY_MS));
  await removeOldDeliveries(server.jobs);
  expect(await logOf(server, id)).toMatchObject([{ state: 'waiting' }]);
});

it('metrics show outcomes, states and how long the oldest event has waited', async () => {
  const { id } = await make('/uzice', { kinds: ['document.added'] });
  const metrics = new Metrics();
  metrics.addSource(measured(server.context));
  const count = (outcome: Parameters<Metrics['countDelivery']>[0]) => metrics.countDelivery(outcome);
  await add(await createProject(server, 'local.user'));
  receiver().mode = 500;
  await deliver(server, { ended: count });
  await sql`update webhook_deliveries set created_at = now() - interval '2 minutes'`.execute(server.context.db);
  const text = await metrics.text();
  expect(text).toContain('pimis_webhook_attempts_total{outcome="status"} 1');
  expect(text).toContain('pimis_webhook_attempts_total{outcome="delivered"} 0');
  expect(text).toContain('pimis_webhooks{state="failing"} 1');
  expect(text).toMatch(/^pimis_webhook_deliveries_waiting 1$/m);
  expect(Number(/^pimis_webhook_oldest_waiting_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(119);
  expect(await read(id)).toMatchObject({ waiting: 1 });
});
