// @module-tag thorough
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addDays } from '@pimis/domain/dates/dates';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterName } from '@pimis/domain/workflow/quarters';
import { earnedValuesOf } from '../../testing/earned-values.ts';
import { computeWaiting } from '../projections/waiting.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/** Figures that the database keeps, compared with the domain's for histories that the demo data do not have. */

const server = useServer();
const FIRST_DAY = '2025-01-01';
const LAST = 800;
const QUARTERS = [2025, 2026].flatMap((year) => [1, 2, 3, 4].map((quarter) => ({ year, quarter })));
/** An activity is known by its name, however it is spaced and written. */
const NAMES = [
  ['Пројектовање', '\u00a0ПРОЈЕКТОВАЊЕ\t'],
  ['Радови на путу', 'Радови  на ПУТУ '],
  ['Надзор', 'надзор'],
] as const;

const distance = fc.nat(LAST);
const money = fc.oneof(fc.constant(0), fc.nat(500_000)).map((value) => fromHundredths(BigInt(value)));
/** Shares of work, together often over 100 %. */
const percent = fc.oneof(fc.constant(0), fc.nat(7_000)).map((value) => fromHundredths(BigInt(value)));
const name = fc.nat(NAMES.length - 1).chain((place) => fc.constantFrom(...(NAMES[place] ?? NAMES[0])));
const cell = fc.record({ percent, amount: money }, { requiredKeys: [] });
const amountsAlone = fc.record({ amount: money });
const year = (of: number, cells: fc.Arbitrary<object>) =>
  fc.record({ year: fc.constant(of), q1: cells, q2: cells, q3: cells, q4: cells }, { requiredKeys: ['year'] });
const schedule = fc
  .constantFrom(cell, cell, amountsAlone)
  .chain((cells) => fc.tuple(year(2025, cells), year(2026, cells)));

const plan = fc.record({
  days: fc.tuple(distance, distance),
  activities: fc.uniqueArray(fc.record({ name, estimate: money, schedule }), {
    selector: (activity) => NAMES.findIndex((names) => (names as readonly string[]).includes(activity.name)),
  }),
});
const event = fc.record({
  at: distance,
  kind: fc.constantFrom('kvartalni', 'kvartalni', 'kvartalni-korekcija'),
  quarter: fc.nat(QUARTERS.length - 1),
  operation: fc.constantFrom('approveQuarter', 'approveQuarter', 'approve', 'return'),
  done: fc.array(fc.record({ name, fulfilled: percent, expense: money }), { maxLength: 3 }),
});
const history = fc.record({
  plans: fc.array(fc.tuple(distance, plan), { minLength: 1, maxLength: 3 }),
  events: fc.array(event, { maxLength: 12 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const dayAt = (days: number) => addDays(FIRST_DAY, days);
const noonOf = (days: number) => `${dayAt(days)}T12:00:00Z`;

const planOf = ({ days, activities }: History['plans'][number][1]) => ({
  implementationDates: { start: dayAt(days[0]), end: dayAt(days[1]) },
  financialInfo: { activityList: activities.map((activity) => ({ name: activity.name, estimate: activity.estimate })) },
  implementation: activities.map((activity) => ({ activity: { name: activity.name }, plan: activity.schedule })),
});

const reportOf = ({ done }: History['events'][number]) => ({
  summary: {
    activities: done.map(({ name: of, fulfilled, expense }) => ({
      name: of,
      details: { physical: { activityFulfilled: fulfilled }, financial: { realExpense: expense } },
    })),
  },
});

/** Stores a project with this history, in the order in which it happened; its id. */
async function store({ plans, events }: History): Promise<number> {
  const { db } = server.context;
  const code = await createProject(server, 'local.user');
  const { rows } = await sql<{ id: number; phase: number }>`
    select projects.id, phases.id as phase from projects join project_phases phases on phases.project_id = projects.id
    where projects.code = ${code}`.execute(db);
  const [project] = rows;
  if (!project) throw new Error('No project');
  const forms = new Map<string, { id: number; revisions: number }>();
  const formOf = async (kind: string, quarter: number) => {
    const at = QUARTERS[quarter];
    if (!at) throw new Error('No quarter');
    const key = quarterName(kind === 'kvartalni' ? 'report' : 'correction', at);
    const known = forms.get(key);
    if (known) return known;
    const added = await sql<{ id: number }>`
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal)
      values (${project.id}, ${project.phase}, ${kind}, 1, ${key}, ${100 + forms.size}) returning id`.execute(db);
    const form = { id: added.rows[0]?.id ?? 0, revisions: 0 };
    forms.set(key, form);
    return form;
  };
  const base = await formOf('kvartalni', 0);
  const inOrder = plans.toSorted(([a], [b]) => a - b);
  for (const [place, [at, of]] of inOrder.entries()) {
    await sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
      values (${project.id}, ${place + 1}, ${base.id}, ${place + 1}, ${JSON.stringify(planOf(of))}::json,
              ${noonOf(at)}::timestamptz)`.execute(db);
  }
  for (const of of events.toSorted((a, b) => a.at - b.at)) {
    const form = await formOf(of.kind, of.quarter);
    form.revisions += 1;
    await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
      values (${form.id}, ${form.revisions}, 1, ${JSON.stringify(reportOf(of))}::json, '')`.execute(db);
    await sql`insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation,
        user_name, form_id, form_revision, created_at)
      values (${project.id}, ${project.phase}, ${PHASE.reporting}, 1, 1, ${of.operation}, '', ${form.id},
              ${form.revisions}, ${noonOf(of.at)}::timestamptz)`.execute(db);
  }
  return project.id;
}

const everyTenth = Array.from({ length: LAST / 10 + 20 }, (_, index) => dayAt(index * 10));

it('earned value of any history is kept as the domain measures it', async () => {
  let measuredDays = 0;
  await fc.assert(
    fc.asyncProperty(history, async (of) => {
      const exact = [...of.plans.map(([at]) => at), ...of.events.map(({ at }) => at)].map(dayAt);
      const { db } = server.context;
      const id = await store(of);
      await computeWaiting(server.context);
      const { kept, measured } = await earnedValuesOf(db, id, [...exact, ...everyTenth]);
      expect(kept).toEqual(measured);
      // The status of no report is approved, so nothing counts as spent.
      const { rows } = await sql<{ spent: string }>`select spent::text from projects where id = ${id}`.execute(db);
      expect(Number(rows[0]?.spent)).toBe(0);
      measuredDays += measured.filter((figures) => figures?.ev !== null && Number(figures?.ev) > 0).length;
    }),
    { numRuns: 40 },
  );
  expect(measuredDays).toBeGreaterThan(100);
});
