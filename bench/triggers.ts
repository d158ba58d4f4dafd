import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openSite } from './lists/site.ts';

/**
 * `npm run bench:triggers -- --projects 10000`: the time of the triggers of one step of a project, in ms, in total and by
 * trigger. It runs the statements of a step for many projects, one by one, with EXPLAIN ANALYZE, and rolls them back.
 */
const { values } = parseArgs({
  options: { projects: { type: 'string', default: '10000' }, folder: { type: 'string', default: '' } },
});
const STEPS = 300;
/** The first ones fill the caches. */
const WARM_UP = 50;

const STATEMENTS = [
  'update project_phases set status = 2 where project_id = $1',
  `update projects set phase_status = 2, waiting_since = now(), last_changed_at = now() where id = $1`,
  `update projects set open_steps = array['confirm'], waiting_since = now() where id = $1`,
  'update project_forms set status = 2 where project_id = $1',
];

interface Plan {
  Triggers?: { 'Trigger Name'?: string; Time: number }[];
}

const site = await openSite(values.folder || mkdtempSync(join(tmpdir(), 'pimis-bench-')), Number(values.projects));
const client = new pg.Client({ connectionString: site.url });
await client.connect();
await client.query('begin');
const { rows: projects } = await client.query<{ id: number }>('select id from projects order by id limit $1', [STEPS]);
const sums: number[] = [];
const byTrigger = new Map<string, number[]>();
for (const { id } of projects) {
  let sum = 0;
  for (const statement of STATEMENTS) {
    const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(`explain (analyze, format json) ${statement}`, [id]);
    // Constraint triggers have names of their own and are not counted.
    for (const trigger of rows[0]?.['QUERY PLAN'][0].Triggers ?? []) {
      const name = trigger['Trigger Name'] ?? '';
      if (name.startsWith('RI_')) continue;
      sum += trigger.Time;
      const times = byTrigger.get(name) ?? [];
      byTrigger.set(name, [...times, trigger.Time]);
    }
  }
  sums.push(sum);
}
await client.query('rollback');
await client.end();
await site.stop();
const told = (name: string, times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  process.stdout.write(`${name}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, of ${sorted.length}\n`);
};
told('triggers of a step', sums.slice(WARM_UP));
for (const [name, times] of byTrigger) told(name, times.slice(WARM_UP));
