import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MadeWebhookSecret, WebhookDetails } from '@pimis/contract/webhooks';
import { WEBHOOK_PAUSES } from '@pimis/domain/webhooks/retries';
import { PHASE } from '@pimis/domain/workflow/phases';
import { Metrics } from '../../platform/watching/metrics.ts';
import { outsideTransaction } from '../../testing/nested-connections.ts';
import { untilWaiting } from '../../testing/locks.ts';
import { act, createProject, lockedIdea, upload } from '../../testing/projects.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { type Received, startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { deliver, logOf, makeWebhook, newWebhook, WEBHOOKS } from '../../testing/webhooks.ts';
import { measured } from '../health/measured.ts';
import { WebhookSender } from './delivery/sender.ts';
import { encryptWebhookSecretsAnew } from './encrypt-anew.ts';
import { removeOldDeliveries } from './log.ts';

const server = useServer();
const NOW = new Date('2026-11-29T10:00:00Z');
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
let receiver: WebhookReceiver;

beforeAll(() => {
  server.context.config.webhookInternalHosts = ['127.0.0.1'];
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  server.setNow(null);
  await receiver.stop();
  await sql`delete from webhooks`.execute(server.context.db);
});

const make = (path: string, more: Parameters<typeof makeWebhook>[2] = {}) =>
  makeWebhook(server, `${receiver.url}${path}`, more);
const read = async (id: number) => (await server.call<WebhookDetails>('admin', 'GET', `${WEBHOOKS}/${id}`)).payload;
const at = (path: string) => receiver.received.filter((one) => one.path === path);
const kindsOf = (received: readonly Received[]) =>
  received.map(({ event }) => event.type.replace('rs.pimis.project.', ''));
const revisionsOf = (received: readonly Received[]) => received.map(({ event }) => event.data.revision);
const later = (seconds: number) => server.setNow(new Date(server.context.now().getTime() + seconds * SECOND_MS));
/** Adds a document to the project, or a revision to the document. */
const add = async (code: string, documentId?: number): Promise<number> => {
  const fields = { description: 'Опис', comment: 'Измена' };
  const { payload } = await upload(server, 'local.user', code, 'a.txt', fields, 'садржај', documentId);
  if (!payload?.[0]) throw new Error('the document was not added');
  return payload[0].id;
};

const isSigned = ({ headers, text }: Received, secret: string) => {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', key)
    .update(`${String(id)}.${String(seconds)}.${text}`)
    .digest('base64');
  return String(signatures).split(' ').includes(`v1,${own}`);
};

describe('what happens in a project', () => {
  it('is told in its order, with codes and numbers only, to those who see the project and ask for it', async () => {
    const { id, secret } = await make('/uzice');
    await make('/ministarstvo', { organizationId: '00000', kinds: ['decision'] });
    await make('/drugi', { organizationId: '50101' });
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 1);
    await deliver(server);
    const told = at('/uzice');
    const kinds = kindsOf(told);
    expect(new Set(kinds)).toEqual(
      new Set(['document.added', 'step', 'form.approved', 'decision', 'publication.changed']),
    );
    expect(kinds.slice(0, 3)).toEqual(['document.added', 'document.added', 'document.added']);
    // The last step before the list approves the form; the list, its decision, and what that has made public follow.
    expect(kinds.slice(-6)).toEqual(['form.approved', 'step', 'step', 'step', 'decision', 'publication.changed']);
    const steps = told.filter(({ event }) => event.type === 'rs.pimis.project.step');
    const activities = steps.map(({ event }) => event.data.activity as number);
    expect(activities).toEqual(activities.toSorted((a, b) => a - b));
    const { number, organizationName, name } = await life.read();
    const decision = told.find(({ event }) => event.type === 'rs.pimis.project.decision');
    expect(decision?.event).toMatchObject({
      specversion: '1.0',
      source: server.context.config.publicUrl,
      subject: life.code,
      data: { project: life.code, number, phase: PHASE.idea, projectPhase: PHASE.identification },
    });
    expect(told.find(({ event }) => event.type.endsWith('publication.changed'))?.event.data.public).toBe(true);
    for (const one of told) {
      expect(isSigned(one, secret)).toBe(true);
      expect(one.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
      expect(one.headers['webhook-id']).toBe(one.event.id);
      expect(one.text).not.toContain(name);
      expect(one.text).not.toContain(organizationName);
      expect(one.text).not.toMatch(/local\.user|Милена/);
    }
    expect(kindsOf(at('/ministarstvo'))).toEqual(['decision']);
    expect(at('/drugi')).toEqual([]);
    const log = await logOf(server, id);
    expect(log).toHaveLength(told.length);
    expect(log[0]).toMatchObject({
      state: 'delivered',
      projectCode: life.code,
      attempts: 1,
      outcome: 'delivered',
      httpStatus: 200,
      nextDate: null,
    });
    expect(await read(id)).toMatchObject({ waiting: 0, lastDeliveredDate: expect.any(String) as string });
  });

  it('is written with the step or not at all, and not for a webhook that is off', async () => {
    const { id } = await make('/uzice');
    const { code } = await lockedIdea(server);
    await sql`delete from webhook_deliveries`.execute(server.context.db);
    const refused = await act(server, 'local.user', code, 77);
    expect(refused.httpStatus).toBe(422);
    expect(await logOf(server, id)).toEqual([]);
    const { organizationId: _, ...values } = newWebhook(`${receiver.url}/uzice`);
    await server.call('admin', 'PUT', `${WEBHOOKS}/${id}`, { ...values, enabled: false });
    await act(server, 'local.user', code, 1);
    expect(await logOf(server, id)).toEqual([]);
  });

  it('is written without a webhook that is being deleted, and waits for that instead of failing', async () => {
    const { db } = server.context;
    const { id } = await make('/uzice');
    const kept = await make('/ostaje');
    const code = await createProject(server, 'local.user');
    await sql`delete from webhook_deliveries`.execute(db);
    // A promise that an async function returns is awaited: the transaction would wait for what waits for it.
    const { added } = await db.transaction().execute(async (tx) => {
      await sql`delete from webhooks where id = ${id}`.execute(tx);
      const adding = { added: outsideTransaction(() => add(code)) };
      await untilWaiting(db, tx);
      return adding;
    });
    await added;
    const { rows } = await sql<{ webhook: number }>`
      select webhook_id as webhook from webhook_deliveries where kind = 'document.added'`.execute(db);
    expect(rows).toEqual([{ webhook: kept.id }]);
  });

  it('is told of a project that is withheld from the public and published again, not of one that never was public', async () => {
    await make('/uzice', { kinds: ['publication.changed'] });
    const life = await ProjectDriver.start(server);
    const withhold = (withheld: boolean) =>
      server.call('admin', 'PUT', `projects/${life.code}/withholding`, { withheld, reason: 'Разлог.' });
    await withhold(true);
    await withhold(false);
    await deliver(server);
    expect(receiver.received).toEqual([]);
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 1);
    await withhold(true);
    await withhold(false);
    await deliver(server);
    expect(receiver.received.map(({ event }) => event.data.public)).toEqual([true, false, true]);
  });
});

describe('a receiver that fails', () => {
  it('holds back later events of the same project alone, and gets all of them in order', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const first = await createProject(server, 'local.user');
    const other = await createProject(server, 'local.user');
    const document = await add(first);
    await add(first, document);
    receiver.mode = 500;
    await deliver(server);
    expect(revisionsOf(receiver.received)).toEqual([1]);
    expect(await read(id)).toMatchObject({ waiting: 2, failingSince: NOW.toISOString() });
    receiver.mode = 200;
    await add(first, document);
    await add(other);
    await deliver(server);
    // The other project does not wait.
    expect(receiver.received.map(({ event }) => event.subject)).toEqual([first, other]);
    later(WEBHOOK_PAUSES[0] ?? 0);
    await deliver(server);
    const ofFirst = receiver.received.filter(({ event }) => event.subject === first);
    expect(revisionsOf(ofFirst)).toEqual([1, 1, 2, 3]);
    // The receiver knows by its number that it has had the first already.
    expect(new Set(ofFirst.map(({ event }) => event.id)).size).toBe(3);
    expect(await read(id)).toMatchObject({ waiting: 0, failingSince: null });
  });

  it('is tried for three days after growing pauses; then it is off with a mail, and gets everything when it is on', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    receiver.mode = 'redirects';
    for (const pause of WEBHOOK_PAUSES) {
      await deliver(server);
      later(pause - 1);
      await deliver(server);
      later(1);
    }
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES.length);
    expect(receiver.received.every(({ path }) => path === '/uzice')).toBe(true);
    expect(await read(id)).toMatchObject({ enabled: true });
    await deliver(server);
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES.length + 1);
    expect(await read(id)).toMatchObject({ enabled: false, offReason: 'failures', waiting: 1 });
    const { rows: mails } = await sql<{ subject: string; to: string }>`
      select payload ->> 'subject' as subject, payload ->> 'to' as to from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'sendMail' and payload ->> 'subject' like '%вебхук%'`.execute(server.context.db);
    expect(mails).toContainEqual({ subject: 'ПИМИС: вебхук Трезор је искључен', to: expect.any(String) as string });
    const audit = await sql`select from audit_log where operation = 'webhook.off' and subject_id = ${String(id)}
      and user_id is null`.execute(server.context.db);
    expect(audit.rows).toHaveLength(1);
    // Nothing is written for it, and nothing is sent.
    await add(code, document);
    await deliver(server);
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES.length + 1);
    receiver.mode = 200;
    const { organizationId: _, ...values } = newWebhook(`${receiver.url}/uzice`);
    await server.call('admin', 'PUT', `${WEBHOOKS}/${id}`, { ...values, enabled: true });
    await deliver(server);
    expect(receiver.received).toHaveLength(WEBHOOK_PAUSES.length + 2);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 0, failingSince: null });
  });

  it('is not off for one event that it refuses alone, which fails and holds nothing back', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    for (const [index, pause] of WEBHOOK_PAUSES.entries()) {
      receiver.mode = 500;
      await deliver(server);
      if (index === 2) {
        receiver.mode = 200;
        await add(await createProject(server, 'local.user'));
        await deliver(server);
      }
      later(pause);
    }
    await add(code, document);
    receiver.mode = 500;
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 1 });
    receiver.mode = 200;
    later(WEBHOOK_PAUSES[0] ?? 0);
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 0, failingSince: null });
  });

  it('has one attempt at a time until it answers again', async () => {
    server.setNow(NOW);
    await make('/uzice', { kinds: ['document.added'] });
    for (let count = 0; count < 3; count += 1) await add(await createProject(server, 'local.user'));
    receiver.mode = 500;
    await deliver(server);
    expect(receiver.received).toHaveLength(3);
    later(WEBHOOK_PAUSES[0] ?? 0);
    const taken = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from webhook_deliveries where taken_at is not null`.execute(server.jobs.db);
      return rows[0]?.count;
    };
    receiver.mode = 'is silent';
    const waiting = new WebhookSender(server.jobs, { timeoutMs: 60_000 });
    await waiting.begin();
    await waiting.begin();
    expect(await taken()).toBe(1);
    await expect.poll(() => receiver.received.length).toBe(4);
    const stopped = waiting.stop();
    await receiver.stop();
    await stopped;
    // A process that ends begins no more.
    await waiting.begin();
    expect(await taken()).toBe(0);
    receiver = await startWebhookReceiver();
  });

  it('that answers 410 is off at once', async () => {
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    receiver.mode = 410;
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: false, offReason: 'gone', waiting: 1 });
  });

  it('or is slow costs others nothing, however many events wait for it', async () => {
    const slow = await startWebhookReceiver();
    slow.mode = 'is silent';
    await makeWebhook(server, `${slow.url}/spor`, { kinds: ['document.added'] });
    await make('/brz', { kinds: ['document.added'] });
    const codes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const code = await createProject(server, 'local.user');
      codes.push(code);
      await add(code);
    }
    const sender = new WebhookSender(server.jobs, { timeoutMs: 60_000 });
    await sender.begin();
    // The slow one answers nothing in all this time, and has its few places.
    await expect.poll(() => receiver.received.length).toBe(codes.length);
    expect(new Set(receiver.received.map(({ event }) => event.subject))).toEqual(new Set(codes));
    await expect.poll(() => slow.received.length).toBe(4);
    await slow.stop();
    await sender.stop();
  });

  it('and cuts, is silent or never ends has an outcome in the log', async () => {
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    for (const [mode, outcome] of [
      ['cuts', 'unreachable'],
      ['drips', 'timeout'],
      ['answers without end', 'delivered'],
    ] as const) {
      receiver.mode = mode;
      await add(code);
      await deliver(server, { timeoutMs: mode === 'drips' ? 50 : 60_000 });
      const [newest] = await logOf(server, id);
      expect(newest?.outcome, mode).toBe(outcome);
      await sql`update webhook_deliveries set state = 'failed'`.execute(server.context.db);
    }
  });

  it('whose name leads into the own network gets nothing', async () => {
    const { id } = await makeWebhook(server, `https://primalac.example.rs:${new URL(receiver.url).port}/`);
    await server.call('admin', 'POST', `${WEBHOOKS}/${id}/test`);
    const outside = () => Promise.resolve(['127.0.0.1']);
    const { RESOLVERS } = await import('./delivery/target.ts');
    await deliver(server, { resolvers: { ...RESOLVERS, outside } });
    expect(await logOf(server, id)).toMatchObject([{ state: 'failed', outcome: 'refused', httpStatus: null }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('attempts', () => {
  it('of several servers at once reach the receiver once', async () => {
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
      expect(revisionsOf(receiver.received.filter(({ event }) => event.subject === code))).toEqual([1, 2, 3]);
    }
  });

  it('are searched for by one statement at a time in a process, and once more for all who asked meanwhile', async () => {
    await make('/uzice');
    const sender = new WebhookSender(server.context);
    const queries = await queriesOf(() => Promise.all(Array.from({ length: 10 }, () => sender.begin())));
    expect(queries.filter(({ text }) => /skip locked/.test(text))).toHaveLength(2);
  });

  it('of a process that has died are made again after a minute, and its late answer changes nothing', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    receiver.mode = 'is silent';
    const lost = new WebhookSender(server.jobs, { timeoutMs: 60_000 });
    await lost.begin();
    await expect.poll(() => receiver.received.length).toBe(1);
    await deliver(server);
    expect(receiver.received).toHaveLength(1);
    later(61);
    receiver.mode = 200;
    await deliver(server);
    expect(receiver.received).toHaveLength(2);
    const { url } = receiver;
    await receiver.stop();
    await lost.stop();
    expect(await logOf(server, id)).toMatchObject([{ state: 'delivered', attempts: 2, outcome: 'delivered' }]);
    expect(url).not.toBe('');
    receiver = await startWebhookReceiver();
  });

  it('are signed with both secrets while there are two, and with the present TOKEN_SECRET', async () => {
    const { id, secret } = await make('/uzice');
    const path = `${WEBHOOKS}/${id}`;
    const { payload: second } = await server.call<MadeWebhookSecret>('admin', 'POST', `${path}/secrets`);
    const tried = async (of = server) => {
      receiver.received.length = 0;
      await server.call('admin', 'POST', `${path}/test`);
      await deliver(of);
      const [one] = receiver.received;
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
    const { organizationId: _, ...values } = newWebhook(`${receiver.url}/uzice`);
    await server.call('admin', 'PUT', path, { ...values, enabled: false });
    await server.call('admin', 'POST', `${path}/test`);
    receiver.mode = 500;
    await deliver(server);
    const [tested] = await logOf(server, id);
    expect(tested).toMatchObject({ kind: 'test', projectCode: null, state: 'failed', httpStatus: 500, attempts: 1 });
    receiver.mode = 200;
    const again = await server.call('admin', 'POST', `${path}/deliveries/${tested?.id}/resend`);
    expect(again.httpStatus).toBe(200);
    await deliver(server);
    expect(await logOf(server, id, '&filter[state]=delivered')).toMatchObject([{ id: tested?.id, kind: 'test' }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([tested?.eventId]));
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      'rs.pimis.webhook.test',
      'rs.pimis.webhook.test',
    ]);
    const none = await server.call('admin', 'POST', `${path}/deliveries/999999999/resend`);
    expect([none.httpStatus, none.status.name]).toEqual([404, 'NotFound']);
  });

  it('by hand of what waits are made now, and free what waits behind it', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    await add(code, document);
    receiver.mode = 500;
    await deliver(server);
    receiver.mode = 200;
    const [, first] = await logOf(server, id);
    await server.call('admin', 'POST', `${WEBHOOKS}/${id}/deliveries/${first?.id}/resend`);
    await deliver(server);
    expect(revisionsOf(receiver.received)).toEqual([1, 1, 2]);
    expect(await logOf(server, id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered', attempts: 2 }]);
  });

  it('have a job as soon as there is an event, and after the short pause', async () => {
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
    // Nobody asks for it.
    expect(await jobs()).toEqual([]);
    await make('/uzice', { kinds: ['document.added'] });
    await add(code);
    expect(await jobs()).toHaveLength(1);
    receiver.mode = 500;
    await deliver(server);
    const [short = 0] = WEBHOOK_PAUSES;
    expect(await jobs()).toEqual([short * SECOND_MS]);
    // The job that runs each minute is enough for longer pauses.
    later(short);
    await deliver(server);
    expect(await jobs()).toEqual([]);
  });

  it('are not made while the installation can only be read', async () => {
    await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    server.setReadOnly('Радови.');
    await deliver(server);
    server.setReadOnly(null);
    expect(receiver.received).toEqual([]);
    await deliver(server);
    expect(receiver.received).toHaveLength(1);
  });
});

it('a step does not wait for an administrator who changes the webhook', async () => {
  const { id } = await make('/uzice');
  const code = await createProject(server, 'local.user');
  await outsideTransaction(() =>
    server.jobs.db.transaction().execute(async (tx) => {
      await sql`select from webhooks where id = ${id} for no key update`.execute(tx);
      await add(code);
    }),
  );
  expect(await logOf(server, id)).toHaveLength(1);
});

it('the log keeps thirty days, and what still waits for a webhook that is on', async () => {
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

it('metrics tell outcomes, states and how long the oldest event waits', async () => {
  const { id } = await make('/uzice', { kinds: ['document.added'] });
  const metrics = new Metrics();
  metrics.addSource(measured(server.context));
  const count = (outcome: Parameters<Metrics['countDelivery']>[0]) => metrics.countDelivery(outcome);
  await add(await createProject(server, 'local.user'));
  receiver.mode = 500;
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
