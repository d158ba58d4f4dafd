import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { computeMarked } from './modules/projections/compute.ts';
import { createProject } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

/**
 * Projections (places, quarters, needs, earned value, public facts) are computed from JSON that may come from older
 * versions of a form or a take-over. Whatever it contains, a lock, an approval and a plan must not fail.
 */

const server = useServer();
let project: number;
let phase: number;

beforeAll(async () => {
  server.setNow(new Date('2026-11-24T09:00:00Z'));
  const code = await createProject(server, 'local.user', { sector: 1 });
  const { rows } = await sql<{ project: number; phase: number }>`
    select projects.id as project, project_phases.id as phase
    from projects join project_phases on project_phases.project_id = projects.id where code = ${code}`.execute(
    server.context.db,
  );
  [{ project, phase }] = rows as [{ project: number; phase: number }];
  // Public from its plan on.
  await sql`update projects set migrated = true where id = ${project}`.execute(server.context.db);
});

/** Values of every kind, where a form has something else. */
const ODD: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  '1.234,50',
  '999999999999999.99',
  '9'.repeat(400),
  '٣٣٣',
  '2026',
  '2027-02-29',
  '2026-13-01',
  '0000-01-01',
  '0001',
  '9999-12-31',
  2026,
  9999,
  99_999,
  '20٣٣',
  '../..',
  'Републички',
  [],
  [null],
  [[]],
  [{}],
  ['text'],
  {},
  { id: {} },
  { amount: [] },
];
const LARGEST = '999999999999999.00';
const LONG = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('');

/** A whole form with one value at each of the places that projections read. */
const formWith = (value: unknown) => ({
  basic: {
    level: value,
    locations: [{ id: value }, value],
    name: value,
    projectName: value,
    proposer: { id: value },
    isdaconNumber: value,
  },
  description: { summary: value, strategies: [value, { document: value }] },
  estimate: { total: value },
  procurement: { items: [value] },
  basicInfo: { actualEnd: value, delayed: value },
  expenses: { totals: value, deviation: value },
  implementationDates: { start: value, end: value },
  financialInfo: {
    price: { local: value },
    yearlyCosts: [value, { year: value, amount: value }, { year: 2027, amount: value }],
    fundingSources: [value, { source: value, localAmount: value }, { source: 'one', localAmount: value }],
    activityList: [value, { name: value, estimate: value }, { name: 'A', estimate: value }],
  },
  fundingSources: [value],
  implementation: [
    value,
    { activity: value, plan: value },
    {
      activity: { name: value },
      plan: [
        value,
        { year: value, q1: value },
        { year: value, q2: { amount: '1.00', percent: '1.00' } },
        { year: 2026, q1: { amount: value, percent: value } },
      ],
    },
  ],
  summary: {
    activities: [
      value,
      { name: value, details: value },
      { name: 'A', details: { physical: { activityFulfilled: value }, financial: { realExpense: value } } },
    ],
  },
});
/** The same places with the value in place of the table or the group. */
const formOf = (value: unknown) => ({
  basic: value,
  description: value,
  financialInfo: value,
  implementation: value,
  implementationDates: value,
  summary: value,
  fundingSources: value,
  procurement: value,
  basicInfo: value,
  expenses: value,
  estimate: value,
});
const tablesOf = (value: unknown) => ({
  basic: { locations: value },
  financialInfo: { yearlyCosts: value, fundingSources: value, activityList: value },
  implementation: [{ plan: value }],
  summary: { activities: value },
  procurement: { items: value },
  description: { strategies: value },
});
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const LARGE = {
  basic: { locations: many(500).map((id) => ({ id: String(70000 + id) })) },
  implementationDates: { start: '2026-01-01', end: '2026-12-31' },
  financialInfo: {
    yearlyCosts: many(30).map(() => ({ year: 2027, amount: LARGEST })),
    fundingSources: many(3).map((id) => ({ source: `${id}`, localAmount: LARGEST })),
    activityList: many(300).map((id) => ({ name: `A${id}`, estimate: LARGEST })),
  },
  implementation: many(300).map((id) => ({
    activity: { name: `A${id}` },
    plan: [2026, 2027].map((year) => ({
      year,
      q1: { amount: LARGEST, percent: '100.00' },
      q2: { amount: LARGEST, percent: LARGEST },
    })),
  })),
  summary: {
    activities: many(300).map((id) => ({
      name: `A${id}`,
      details: { physical: { activityFulfilled: LARGEST }, financial: { realExpense: LARGEST } },
    })),
  },
};
const SOURCES = {
  financialInfo: {
    yearlyCosts: [{ year: 2027, amount: '10.00' }],
    fundingSources: [{ source: LONG, localAmount: '1.00' }],
  },
  implementation: [{ activity: { name: LONG }, plan: [{ year: 2027, q1: { amount: '5.00' } }] }],
};
const DOCUMENTS: [string, unknown][] = [
  ...ODD.flatMap((value): [string, unknown][] => [
    [`a form that is ${JSON.stringify(value)}`, value],
    [`groups that are ${JSON.stringify(value)}`, formOf(value)],
    [`tables that are ${JSON.stringify(value)}`, tablesOf(value)],
    [`values that are ${JSON.stringify(value)}`, formWith(value)],
  ]),
  ['the largest amounts', LARGE],
  ['long names of sources', SOURCES],
];
const FORMS = [
  'ideja',
  'identifikacija-projekta',
  'spremnost',
  '1-5-3',
  'pif-mini',
  'plan',
  'predimplementacija',
  'kvartalni',
  'kvartalni-korekcija',
  'zavrsni',
];
const PLANS = FORMS.indexOf('plan');

it('locks, approves and takes plans into force whatever their values are', async () => {
  const failed: string[] = [];
  for (const [name, input] of DOCUMENTS) {
    class Undone extends Error {}
    await server.context.db
      .transaction()
      .execute(async (tx) => {
        const made = await sql<{ id: number; code: string }>`
          insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal)
          select ${project}, ${phase}, code, 1, code || case when code like 'kvartalni%' then '-2026-2' else '' end, 100 + place
          from unnest(${FORMS}::text[]) with ordinality forms (code, place) returning id, code`.execute(tx);
        const ids = made.rows.map(({ id }) => id);
        await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
          select id, 1, 1, ${JSON.stringify(input)}::json, 'somebody' from unnest(${ids}::integer[]) forms (id)`.execute(
          tx,
        );
        await sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
          values (${project}, 1, ${ids[PLANS]}, 1, ${JSON.stringify(input)}::json)`.execute(tx);
        for (const status of [2, 3, 4]) {
          await sql`update project_forms set status = ${status} where id = any(${ids}::integer[])`.execute(tx);
          await computeMarked(tx);
        }
        await sql`insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name, form_id, form_revision)
          select ${project}, ${phase}, 5, 1, 1, 'approveQuarter', 'somebody', id, 1 from project_forms
          where id = any(${ids}::integer[]) and code like 'kvartalni%'`.execute(tx);
        await computeMarked(tx);
        const far = await sql`
          select from project_quarters where project_id = ${project} and year not between 1900 and 2100`.execute(tx);
        if (far.rows.length > 0) failed.push(`${name}: quarters of a year that no chart can show`);
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone))
          failed.push(`${name}: ${(error as Error).message} ${(error as Error).stack?.slice(0, 400)}`);
      });
  }
  expect(failed).toEqual([]);
});
