import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { computeWaiting } from '../projections/waiting.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/** Stored earned values of unusual histories, which the demo does not have: which rows apply on which days. */

const server = useServer();

it('reports that are reopened, early, or exceed the whole work are measured by their state on each day', async () => {
  const code = await createProject(server, 'local.user');
  const { db } = server.context;
  const { rows } = await sql<{ id: number; phase: number }>`
    select projects.id, phases.id as phase from projects join project_phases phases on phases.project_id = projects.id
    where code = ${code}`.execute(db);
  const [{ id, phase }] = rows as [{ id: number; phase: number }];
  const form = async (name: string, kind: string, inputs: readonly object[]) => {
    const made = await sql<{ id: number }>`
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
      values (${id}, ${phase}, ${kind}, 1, ${name}, (select count(*) + 10 from project_forms where project_id = ${id}), 4)
      returning id`.execute(db);
    const formId = made.rows[0]?.id ?? 0;
    for (const [index, input] of inputs.entries()) {
      await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
        values (${formId}, ${index + 1}, 1, ${JSON.stringify(input)}::json, 'somebody')`.execute(db);
    }
    return formId;
  };
  const half = { percent: '50.00', amount: '500.00' };
  const plan = {
    implementationDates: { start: '2026-01-01', end: '2026-12-31' },
    financialInfo: { activityList: [{ name: 'Радови', estimate: '1000.00' }] },
    implementation: [{ activity: { name: 'Радови' }, plan: [{ year: 2026, q1: half, q2: half }] }],
  };
  const report = (activityFulfilled: string, realExpense: string) => ({
    summary: {
      activities: [{ name: 'РАДОВИ', details: { physical: { activityFulfilled }, financial: { realExpense } } }],
    },
  });
  const planned = await form('План', 'plan', [plan]);
  const first = await form('Квартални-2026-1', 'kvartalni', [report('60.00', '600.00'), report('40.00', '450.00')]);
  const second = await form('Квартални-2026-2', 'kvartalni', [report('70.00', '700.00')]);
  await sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
    values (${id}, 1, ${planned}, 1, ${JSON.stringify(plan)}::json, '2026-01-05T09:00Z')`.execute(db);
  const step = (formId: number, operation: string, revision: number, at: string) =>
    sql`insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name,
                                        form_id, form_revision, created_at)
      values (${id}, ${phase}, ${PHASE.reporting}, 1, 1, ${operation}, 'somebody', ${formId}, ${revision}, ${at}::timestamptz)`.execute(
      db,
    );
  await step(first, 'approveQuarter', 1, '2026-03-10T09:00Z');
  // Before its quarter begins.
  await step(second, 'approveQuarter', 1, '2026-03-20T09:00Z');
  await step(first, 'return', 1, '2026-05-01T09:00Z');
  await step(first, 'approveQuarter', 2, '2026-06-01T09:00Z');
  await computeWaiting(server.context);
  const { rows: kept } = await sql`
    select valid_from as from, valid_to::text as until, quarter, ev::text, ac::text, bac::text, planned_end as end
    from earned_values where project_id = ${id} order by valid_from`.execute(db);
  const plannedUntil = { bac: '1000.00', end: '2026-12-31' };
  const none = { quarter: null, ev: null, ac: null };
  expect(kept).toEqual(
    [
      { ...none, from: '2026-01-05', until: '2026-03-10' },
      { quarter: 1, ev: '600.00', ac: '600.00', from: '2026-03-10', until: '2026-03-20' },
      // The second quarter was approved before it began: it counts at once.
      { quarter: 2, ev: '1000.00', ac: '1300.00', from: '2026-03-20', until: '2026-05-01' },
      { quarter: 2, ev: '700.00', ac: '700.00', from: '2026-05-01', until: '2026-06-01' },
      { quarter: 2, ev: '1000.00', ac: '1150.00', from: '2026-06-01', until: 'infinity' },
    ].map((row) => ({ ...row, ...plannedUntil })),
  );
});
