import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openSite } from './lists/site.ts';

/**
 * `npm run bench:triggers -- --projects 10000`: the time of the triggers of one step of a project, in ms, in total and by
 * trigger, and of plain statements that write the same rows with the triggers off. It runs the statements of a step for
 * many projects, one by one, with EXPLAIN ANALYZE, and rolls them back.
 */
const { values } = parseArgs({
  options: { projects: { type: 'string', default: '10000' }, folder: { type: 'string', default: '' } },
});
const STEPS = 300;
/** The first ones fill the caches. */
const WARM_UP = 50;

/** The newest form of a project. */
const FORM = '(select max(id) from project_forms where project_id = $1)';
/** What is done to a project, as the statements whose triggers count. */
const DONE: Readonly<Record<string, readonly string[]>> = {
  'a step': [
    'update project_phases set status = 2 where project_id = $1',
    `update projects set phase_status = 2, waiting_since = now(), last_changed_at = now() where id = $1`,
    `update projects set open_steps = array['confirm'], waiting_since = now() where id = $1`,
  ],
  'the lock of a form': [`update project_forms set status = 2 where id = ${FORM}`],
  'the approval of a form': [`update project_forms set status = 4 where id = ${FORM}`],
};
/** What the triggers of a step write, as statements of their own. */
const WRITES = [
  'update project_visibility set phase_status = 2, waiting_since = now(), last_changed_at = now() where project_id = $1',
  `update project_visibility set open_steps = array['confirm'], waiting_since = now() where project_id = $1`,
  'update project_history set valid_to = now() where project_id = $1 and valid_to is null',
  `insert into project_history overriding system value select (jsonb_populate_record(former, jsonb_build_object(
     'id', nextval(pg_get_serial_sequence('project_history', 'id')), 'valid_from', now(), 'valid_to', null))).*
   from project_history former where project_id = $1 order by valid_from desc limit 1`,
];

interface Plan {
  'Execution Time'?: number;
  Triggers?: { 'Trigger Name'?: string; Time: number }[];
}

const site = await openSite(values.folder || mkdtempSync(join(tmpdir(), 'pimis-bench-')), Number(values.projects));
const client = new pg.Client({ connectionString: site.url });
await client.connect();
await client.query('begin');
const { rows: projects } = await client.query<{ id: number }>('select id from projects order by id limit $1', [STEPS]);
const times = new Map<string, number[]>();
const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
async function explained(statement: string, id: number): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(`explain (analyze, format json) ${statement}`, [id]);
  if (!rows[0]) throw new Error(`No plan of ${statement}`);
  return rows[0]['QUERY PLAN'][0];
}
for (const { id } of projects) {
  await client.query(`update project_forms set status = 1 where id = ${FORM}`, [id]);
  for (const [done, statements] of Object.entries(DONE)) {
    let sum = 0;
    for (const statement of statements) {
      const { Triggers = [] } = await explained(statement, id);
      for (const { 'Trigger Name': name = '', Time } of Triggers) {
        // Constraint triggers have names of their own and are not counted.
        if (name.startsWith('RI_')) continue;
        sum += Time;
        add(`  ${done}: ${name}`, Time);
      }
    }
    add(done, sum);
  }
}
await client.query(`set local session_replication_role = replica`);
for (const { id } of projects) {
  let sum = 0;
  for (const statement of WRITES) sum += (await explained(statement, id))['Execution Time'] ?? 0;
  add('the rows of a step, written by plain statements', sum);
}
await client.query('rollback');
await client.end();
await site.stop();
for (const [name, all] of times) {
  const sorted = all.slice(WARM_UP).toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  process.stdout.write(`${name}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, of ${sorted.length}\n`);
}
