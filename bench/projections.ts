import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { FORM_STATUS } from '../packages/domain/src/constants.ts';
import { computeMarked } from '../apps/server/src/modules/projections/compute.ts';
import { computeWaiting } from '../apps/server/src/modules/projections/waiting.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { quietContext } from '../apps/server/src/cli/command-context.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { at, benchFolder, median } from './measuring.ts';
import { addRealization } from './seed/realization.ts';
import { seedDatabase } from './seeded-database.ts';

/**
 * `npm run bench:projections -- --projects 100000`: how long a rebuild of every projection takes beside ten people who lock and
 * open forms, how long one of their transactions takes then and before, and one that changes 200 projects.
 */
const { values } = parseArgs({ options: { projects: { type: 'string', default: '100000' } } });
const PROJECTS = Number(values.projects);
const WRITERS = 10;
const PAUSE_MS = 200;
const ALONE_MS = 20_000;
const MANY = 200;
const P95 = 0.95;

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** Locks or opens the forms of projects as a step does: it locks the projects' rows first. Returns milliseconds. */
async function change(db: Database, ids: readonly number[], status: number): Promise<number> {
  const from = performance.now();
  await db.transaction().execute(async (tx) => {
    await sql`select from projects where id = any(${[...ids]}::integer[]) order by id for update`.execute(tx);
    await sql`update project_forms set status = ${status}::smallint where project_id = any(${[...ids]}::integer[])`.execute(
      tx,
    );
    await sql`update projects set last_changed_at = now() where id = any(${[...ids]}::integer[])`.execute(tx);
  });
  return performance.now() - from;
}

/** Starts concurrent writers. `stop` ends them and returns the median and p95 of their transactions. */
function people(db: Database) {
  const times: number[] = [];
  let works = true;
  const one = async () => {
    while (works) {
      const id = 1 + Math.floor(Math.random() * PROJECTS);
      times.push(await change(db, [id], Math.random() < 0.5 ? FORM_STATUS.locked : FORM_STATUS.unlocked));
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, one));
  return {
    stop: async () => {
      works = false;
      await all;
      return `median ${median(times).toFixed(1)} ms, p95 ${at(times, P95).toFixed(1)} ms of ${times.length}`;
    },
  };
}

const folder = benchFolder();
const postgres = await startEmbeddedPostgres(folder);
try {
  const seeding = performance.now();
  await seedDatabase(postgres.url, folder, PROJECTS);
  const db = openDatabase(postgres.url, { max: 14, background: true, beforeCommit: computeMarked });
  const context = await quietContext(loadConfig({ DATA_DIR: folder }, { demo: false }), db);
  await addRealization(context);
  process.stdout.write(`${PROJECTS} projects in ${seconds(seeding)} s; load ${loadavg()[0]?.toFixed(1)}\n`);
  const alone = people(db);
  await new Promise((done) => setTimeout(done, ALONE_MS));
  process.stdout.write(`a transaction of one project, alone: ${await alone.stop()}\n`);
  const many = Array.from({ length: MANY }, (_, place) => 1 + place * Math.floor(PROJECTS / MANY));
  const some: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    some.push(await change(db, many, round % 2 === 0 ? FORM_STATUS.approved : FORM_STATUS.unlocked));
  }
  process.stdout.write(`of ${MANY} projects: median ${median(some).toFixed(1)} ms\n`);
  const writers = people(db);
  const from = performance.now();
  // As a start does on a database of an earlier version.
  await computeWaiting({ db });
  const { rows: kept } = await sql`select from project_quarters limit 1`.execute(db);
  if (kept.length === 0) throw new Error('Nothing is kept after the rebuild');
  process.stdout.write(`rebuilt in ${seconds(from)} s; load ${loadavg()[0]?.toFixed(1)}\n`);
  process.stdout.write(`a transaction of one project meanwhile: ${await writers.stop()}\n`);
  await db.destroy();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
