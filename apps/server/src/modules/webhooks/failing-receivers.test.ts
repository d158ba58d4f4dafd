import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { WEBHOOK_PAUSES } from '@pimis/domain/webhooks/retries';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { deliver, logOf, makeWebhook, newWebhook, revisionsOf, useReceiver, WEBHOOKS } from '../../testing/webhooks.ts';
import { WebhookSender } from './delivery/sender.ts';

const server = useServer();
const { receiver, make, read, later, add, cutConnections } = useReceiver(server);
const NOW = new Date('2026-11-29T10:00:00Z');

describe('a receiver that fails', () => {
  it('delays only later events of the same project, and gets all of them in order', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const first = await createProject(server, 'local.user');
    const other = await createProject(server, 'local.user');
    const document = await add(first);
    await add(first, document);
    receiver().mode = 500;
    await deliver(server);
    expect(revisionsOf(receiver().received)).toEqual([1]);
    expect(await read(id)).toMatchObject({ waiting: 2, failingSince: NOW.toISOString() });
    receiver().mode = 200;
    await add(first, document);
    await add(other);
    await deliver(server);
    // The other project does not wait.
    expect(receiver().received.map(({ event }) => event.subject)).toEqual([first, other]);
    later(WEBHOOK_PAUSES[0] ?? 0);
    await deliver(server);
    const ofFirst = receiver().received.filter(({ event }) => event.subject === first);
    expect(revisionsOf(ofFirst)).toEqual([1, 1, 2, 3]);
    // By the event's id the receiver recognizes that it already has the first one.
    expect(new Set(ofFirst.map(({ event }) => event.id)).size).toBe(3);
    expect(await read(id)).toMatchObject({ waiting: 0, failingSince: null });
  });

  it('is tried for three days at growing intervals, then switched off with a mail, and gets everything once it is on', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    receiver().mode = 'redirects';
    for (const pause of WEBHOOK_PAUSES) {
      await deliver(server);
      later(pause - 1);
      await deliver(server);
      later(1);
    }
    expect(receiver().received).toHaveLength(WEBHOOK_PAUSES.length);
    expect(receiver().received.every(({ path }) => path === '/uzice')).toBe(true);
    expect(await read(id)).toMatchObject({ enabled: true });
    await deliver(server);
    expect(receiver().received).toHaveLength(WEBHOOK_PAUSES.length + 1);
    expect(await read(id)).toMatchObject({ enabled: false, offReason: 'failures', waiting: 1 });
    const { rows: mails } = await sql<{ subject: string; to: string }>`
      select payload ->> 'subject' as subject, payload ->> 'to' as to from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'sendMail' and payload ->> 'subject' like '%вебхук%'`.execute(server.context.db);
    expect(mails).toContainEqual({ subject: 'ПИМИС: вебхук Трезор је искључен', to: expect.any(String) as string });
    const audit = await sql`select from audit_log where operation = 'webhook.off' and subject_id = ${String(id)}
      and user_id is null`.execute(server.context.db);
    expect(audit.rows).toHaveLength(1);
    // For a webhook that is off, no event is written or sent.
    await add(code, document);
    await deliver(server);
    expect(receiver().received).toHaveLength(WEBHOOK_PAUSES.length + 1);
    receiver().mode = 200;
    const { organizationId: _, ...values } = newWebhook(`${receiver().url}/uzice`);
    await server.call('admin', 'PUT', `${WEBHOOKS}/${id}`, { ...values, enabled: true });
    await deliver(server);
    expect(receiver().received).toHaveLength(WEBHOOK_PAUSES.length + 2);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 0, failingSince: null });
  });

  it('is not switched off if it refuses only one event, which fails and delays nothing else', async () => {
    server.setNow(NOW);
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    const document = await add(code);
    for (const [index, pause] of WEBHOOK_PAUSES.entries()) {
      receiver().mode = 500;
      await deliver(server);
      if (index === 2) {
        receiver().mode = 200;
        await add(await createProject(server, 'local.user'));
        await deliver(server);
      }
      later(pause);
    }
    await add(code, document);
    receiver().mode = 500;
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 1 });
    receiver().mode = 200;
    later(WEBHOOK_PAUSES[0] ?? 0);
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: true, waiting: 0, failingSince: null });
  });

  it('gets one attempt at a time until it answers again', async () => {
    server.setNow(NOW);
    await make('/uzice', { kinds: ['document.added'] });
    for (let count = 0; count < 3; count += 1) await add(await createProject(server, 'local.user'));
    receiver().mode = 500;
    await deliver(server);
    expect(receiver().received).toHaveLength(3);
    later(WEBHOOK_PAUSES[0] ?? 0);
    const taken = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from webhook_deliveries where taken_at is not null`.execute(server.jobs.db);
      return rows[0]?.count;
    };
    receiver().mode = 'is silent';
    const waiting = new WebhookSender(server.jobs, { timeoutMs: 60_000 });
    await waiting.begin();
    await waiting.begin();
    expect(await taken()).toBe(1);
    await expect.poll(() => receiver().received.length).toBe(4);
    const stopped = waiting.stop();
    await cutConnections();
    await stopped;
    // A stopping process begins no further attempts.
    await waiting.begin();
    expect(await taken()).toBe(0);
  });

  it('that answers 410 is switched off at once', async () => {
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    await add(await createProject(server, 'local.user'));
    receiver().mode = 410;
    await deliver(server);
    expect(await read(id)).toMatchObject({ enabled: false, offReason: 'gone', waiting: 1 });
  });

  it('or is slow does not delay others, no matter how many events wait for it', async () => {
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
    // The slow receiver has not answered yet, and occupies only its own slots.
    await expect.poll(() => receiver().received.length).toBe(codes.length);
    expect(new Set(receiver().received.map(({ event }) => event.subject))).toEqual(new Set(codes));
    await expect.poll(() => slow.received.length).toBe(4);
    await slow.stop();
    await sender.stop();
  });

  it('by cutting the connection, silence or an endless answer has an outcome in the log', async () => {
    const { id } = await make('/uzice', { kinds: ['document.added'] });
    const code = await createProject(server, 'local.user');
    for (const [mode, outcome] of [
      ['cuts', 'unreachable'],
      ['drips', 'timeout'],
      ['answers without end', 'delivered'],
    ] as const) {
      receiver().mode = mode;
      await add(code);
      await deliver(server, { timeoutMs: mode === 'drips' ? 50 : 60_000 });
      const [newest] = await logOf(server, id);
      expect(newest?.outcome, mode).toBe(outcome);
      await sql`update webhook_deliveries set state = 'failed'`.execute(server.context.db);
    }
  });

  it('whose name resolves to the internal network gets nothing', async () => {
    const { id } = await makeWebhook(server, `https://primalac.example.rs:${new URL(receiver().url).port}/`);
    await server.call('admin', 'POST', `${WEBHOOKS}/${id}/test`);
    const outside = () => Promise.resolve(['127.0.0.1']);
    const { RESOLVERS } = await import('./delivery/target.ts');
    await deliver(server, { resolvers: { ...RESOLVERS, outside } });
    expect(await logOf(server, id)).toMatchObject([{ state: 'failed', outcome: 'refused', httpStatus: null }]);
    expect(receiver().received).toEqual([]);
  });
});
