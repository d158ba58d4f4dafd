import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { FormValues } from '@pimis/domain/forms/types';
import { nextQuarter, quarterEnd, quarterOf } from '@pimis/domain/dates/dates';
import { ProjectDriver } from '../../apps/server/src/testing/project-workflow-driver.ts';
import { submit } from '../../apps/server/src/testing/projects.ts';
import { useServer } from '../../apps/server/src/testing/server.ts';

/**
 * `npm run bench:growth`: what whole lives of projects add to each table, in rows and bytes with indexes. Each project is
 * prepared, realized over three years of quarterly reports, concluded and judged by its effects, through the HTTP
 * interface. The bytes of documents lie in the file store and are not counted.
 */

const PROJECTS = 10;
/** Times a form is saved before it is locked: each save is a revision with all values. */
const SAVES = 12;
const COMMENTS = 5;
const START = '2026-04-01';
const QUARTERS = 12;
/** From the idea to the effects, with a year and a half of preparation and one of effects. */
const YEARS = 5.5;
const SHOWN = 14;
const DAY_MS = 86_400_000;

interface Size {
  rows: number;
  bytes: number;
}

const server = useServer();

async function sizes(): Promise<Map<string, Size>> {
  const { db } = server.context;
  // Without the room of former row versions, which autovacuum gives to new rows.
  await sql`vacuum full analyze`.execute(db);
  const { rows } = await sql<{ name: string; rows: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes,
           (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %s', oid::regclass), false, true, '')))[1]::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  return new Map(rows.map((row) => [row.name, { rows: Number(row.rows), bytes: Number(row.bytes) }]));
}

interface Field {
  section: string;
  /** Null: the section is a value itself, as a table is. */
  field: string | null;
  value: unknown;
}

/** The first part of the values, by the fields of sections: a form as it is filled in, save by save. */
function firstPart(values: FormValues, share: number): FormValues {
  const fields = Object.entries(values).flatMap(([section, of]): Field[] =>
    typeof of === 'object' && of !== null && !Array.isArray(of)
      ? Object.entries(of).map(([field, value]: [string, unknown]) => ({ section, field, value }))
      : [{ section, field: null, value: of }],
  );
  const part: Record<string, unknown> = {};
  for (const { section, field, value } of fields.slice(0, Math.ceil(fields.length * share))) {
    part[section] = field === null ? value : { ...(part[section] as object | undefined), [field]: value };
  }
  return part;
}

/** Fills the open form in save by save, talks about it, and locks it. */
async function work(life: ProjectDriver): Promise<void> {
  const { form, values } = await life.values();
  for (let save = 1; save <= SAVES; save += 1) {
    const saved = await submit(server, 'local.user', life.code, form.id, 1, firstPart(values, save / SAVES));
    expect(saved.httpStatus, JSON.stringify(saved.errors)).toBe(200);
  }
  for (let comment = 1; comment <= COMMENTS; comment += 1) {
    const text = `Молимо да се образложи износ у табели ${comment}.`;
    expect((await server.call('local.power', 'POST', `projects/${life.code}/comments`, { text })).httpStatus).toBe(200);
  }
  await life.fill();
}

async function live(): Promise<void> {
  server.setNow(new Date(`${START}T09:00:00Z`));
  const life = await ProjectDriver.start(server);
  await work(life);
  await life.approveIdea();
  for (const list of [3, 4, 5]) {
    await life.commission(list, 1);
    await work(life);
    await life.approve();
  }
  let quarter = quarterOf(START);
  for (let number = 1; number < QUARTERS; number += 1) quarter = nextQuarter(quarter);
  life.period = { start: START, end: quarterEnd(quarter) };
  await work(life);
  await life.approve();
  quarter = quarterOf(START);
  for (let number = 1; number <= QUARTERS; number += 1) {
    server.setNow(new Date(Date.parse(`${quarterEnd(quarter)}T09:00:00Z`) + 2 * DAY_MS));
    await work(life);
    if (number < QUARTERS) {
      await life.quarter();
      await life.act('reviewer', 4);
    } else {
      for (const login of ['local.user', 'local.admin', 'reviewer']) await life.act(login, 1);
    }
    quarter = nextQuarter(quarter);
  }
  for (let phase = 0; phase < 2; phase += 1) {
    await work(life);
    await life.approve();
  }
  const { phase, phaseStatus } = await life.read();
  expect([phase, phaseStatus]).toEqual([8, 4]);
}

it('whole lives of projects', async () => {
  const before = await sizes();
  for (let project = 0; project < PROJECTS; project += 1) await live();
  const after = await sizes();
  const grown = [...after].map(([name, { rows, bytes }]) => ({
    name,
    rows: (rows - (before.get(name)?.rows ?? 0)) / PROJECTS,
    kB: (bytes - (before.get(name)?.bytes ?? 0)) / PROJECTS / 1_000,
  }));
  const total = grown.reduce((sum, { kB }) => sum + kB, 0);
  for (const { name, rows, kB } of grown.toSorted((one, other) => other.kB - one.kB).slice(0, SHOWN)) {
    process.stdout.write(
      `${name.padEnd(24)} ${rows.toFixed(1)} rows, ${kB.toFixed(0)} kB a project, ${(kB / YEARS).toFixed(0)} kB a year\n`,
    );
  }
  process.stdout.write(`all tables: ${total.toFixed(0)} kB a project, ${(total / YEARS).toFixed(0)} kB a year\n`);
  expect(total).toBeGreaterThan(0);
});
