import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { untilWaiting } from '../../testing/locks.ts';
import { outsideTransaction } from '../../testing/nested-connections.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { act, createProject, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { deliver, isSigned, kindsOf, logOf, newWebhook, useReceiver, WEBHOOKS } from '../../testing/webhooks.ts';

const server = useServer();
const { receiver, make, read, at, add } = useReceiver(server);

describe('an event in a project', () => {
  it('is sent in order, with only codes and numbers, to webhooks that see the project and subscribe to it', async () => {
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
    // The last step before the list approves the form; then follow the list, its decision, and the publication.
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
    const { organizationId: _, ...values } = newWebhook(`${receiver().url}/uzice`);
    await server.call('admin', 'PUT', `${WEBHOOKS}/${id}`, { ...values, enabled: false });
    await act(server, 'local.user', code, 1);
    expect(await logOf(server, id)).toEqual([]);
  });

  it('waits for a concurrent deletion of a webhook instead of failing, and is not written for it', async () => {
    const { db } = server.context;
    const { id } = await make('/uzice');
    const kept = await make('/ostaje');
    const code = await createProject(server, 'local.user');
    await sql`delete from webhook_deliveries`.execute(db);
    // Wrapped: a returned promise would be awaited, so the transaction would wait for a call that waits for it.
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

  it('is sent when a project is withheld from the public and published again, unless it was never public', async () => {
    await make('/uzice', { kinds: ['publication.changed'] });
    const life = await ProjectDriver.start(server);
    const withhold = (withheld: boolean) =>
      server.call('admin', 'PUT', `projects/${life.code}/withholding`, { withheld, reason: 'Разлог.' });
    await withhold(true);
    await withhold(false);
    await deliver(server);
    expect(receiver().received).toEqual([]);
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 1);
    await withhold(true);
    await withhold(false);
    await deliver(server);
    expect(receiver().received.map(({ event }) => event.data.public)).toEqual([true, false, true]);
  });
});

it('a step does not wait while an administrator changes the webhook', async () => {
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
