import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { quietContext } from '../apps/server/src/cli/command-context.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { makeOpenDataFiles } from '../apps/server/src/modules/open-data/files/making.ts';
import { readMaking } from '../apps/server/src/modules/open-data/files/stored.ts';
import { readOne, readPage } from '../apps/server/src/modules/open-data/service.ts';
import { renderPage } from '../apps/server/src/modules/portal/html.ts';
import {
  type Read,
  readBody,
  readFront,
  readList,
  readProject,
  readRegion,
} from '../apps/server/src/modules/portal/reading.ts';
import { wordsOf } from '../apps/server/src/modules/portal/words.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { bringAll } from '../apps/server/src/modules/projections/compute.ts';
import { PUBLIC_FORMS } from '../apps/server/src/modules/projections/public-forms.ts';
import { FORM_STATUS } from '../packages/domain/src/constants.ts';
import { findFormDefinition } from '../packages/domain/src/forms/catalogue.ts';
import type { FormValues } from '../packages/domain/src/forms/types.ts';
import { publicFormFacts } from '../packages/domain/src/public/form-facts.ts';
import { openSite } from './lists/site.ts';
import { benchFolder, median, timesOf } from './measuring.ts';

/**
 * `npm run bench:open-data -- --projects 100000`: all projects are made public with the values of an idea and a plan, then
 * pages, one project and the making of all files are measured, with the memory of the process.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '100000' },
    folder: { type: 'string', default: '' },
  },
});
const CALLS = 30;
const PER_PAGE = 100;
const REBUILT = 20;
const MEGABYTE = 1024 ** 2;

/** A plan of the size of real ones. */
const PLAN: FormValues = {
  basic: { projectName: 'Пројекат', locations: [{ id: '70998' }] },
  implementationDates: { start: '2026-01-01', end: '2028-12-31' },
  financialInfo: {
    price: { local: '1000000.00' },
    activityList: activities((name) => ({ name, estimate: '100000.00' })),
  },
  implementation: activities((name) => ({
    activity: { name },
    plan: [2026, 2027, 2028].map((year) => ({ year, q1: { amount: '5000.00' }, q3: { amount: '5000.00' } })),
  })),
};

function activities<Row>(row: (name: string) => Row): Row[] {
  return Array.from({ length: 10 }, (_, index) => row(`Активност ${index + 1}`));
}

/** Makes all projects public, bypassing the triggers that keep their facts one by one. */
const PROJECTS_PUBLIC = `
  insert into public_projects (project_id, number, code, title, organization_id, sector, type, status, since, changed_at,
                               value, districts, withheld)
  select id, number, code::text, name, organization_id, sector, type, 'implementation', '2026-01-01', last_changed_at,
         total_value, array[lpad((id % 30)::text, 2, '0')], false
  from projects on conflict do nothing;
  update public_projects set
    status = (array['identification', 'preparation', 'implementation', 'completion', 'maintenance', 'cancelled'])[1 + project_id % 6],
    planned_end = date '2024-01-01' + (project_id % 2000), since = date '2019-01-01' + (project_id % 2800)
  where planned_end is null;
  analyze public_projects`;

/**
 * Each has a plan in force, with the revision that its public facts follow from: $1 its values, $2 the facts, $3 the
 * version.
 */
const PLANS_PUBLIC = `
  with forms as (
    insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
    select project_id, max(id), 'plan', $3, 'План', 100, ${FORM_STATUS.approved} from project_phases
    where not exists (select from public_forms known where known.project_id = project_phases.project_id)
    group by project_id returning id, project_id),
  revised as (
    insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select id, 1, $3, $1::json, 'Милена Јовић' from forms),
  planned as (
    insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
    select project_id, 1, id, 1, $1::json, '2026-01-01' from forms)
  insert into public_forms (form_id, revision, project_id, code, approved_at, approved_on, facts)
  select id, 1, project_id, 'plan', '2026-01-01', '2026-01-01', $2::jsonb from forms`;

const folder = benchFolder(values.folder);
const installation = await openSite(folder, Number(values.projects));
const client = new pg.Client({ connectionString: installation.url });
await client.connect();
await client.query(PROJECTS_PUBLIC);
await client.query('set session_replication_role = replica');
const facts = publicFormFacts('plan', PLAN);
await client.query(PLANS_PUBLIC, [JSON.stringify(PLAN), JSON.stringify(facts), findFormDefinition('plan')?.version]);
for (const table of ['public_projects', 'public_forms', 'project_forms', 'form_revisions', 'project_plans']) {
  await client.query(`vacuum analyze ${table}`);
}
await client.end();
const config = loadConfig({ DATA_DIR: folder, OPEN_DATA_PREFIX: 'oc4ids-bench1', LOG_LEVEL: 'error' }, { demo: false });
const db = openDatabase(installation.url, { max: 8, background: true });
const context = await quietContext(config, db);

/** Checks for some projects that a rebuild would store the measured rows. */
async function expectKept(): Promise<void> {
  const forms = async () =>
    (
      await sql<{ facts: string }>`select project_id, facts::text from public_forms where project_id <= ${REBUILT}
      order by form_id`.execute(db)
    ).rows;
  const before = await forms();
  await db.transaction().execute(async (tx) => {
    const projectIds = Array.from({ length: REBUILT }, (_, index) => index + 1);
    await bringAll(tx, [{ record: PUBLIC_FORMS, projectIds, anew: true }]);
  });
  if (before.length === 0 || JSON.stringify(await forms()) !== JSON.stringify(before)) {
    throw new Error('A rebuild changes the public forms of the bench');
  }
}
await expectKept();

async function timed(name: string, call: (nth: number) => Promise<unknown>): Promise<void> {
  const times = await timesOf(CALLS, call);
  process.stdout.write(`${name}: p50 ${median(times).toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms\n`);
}

const first = await readPage(context, { perPage: PER_PAGE });
const id = first.answer.projects[0]?.id;
if (id === undefined || first.answer.projects.length < PER_PAGE) throw new Error('A page of open data is not full');
const pages = Math.floor(Number(values.projects) / PER_PAGE);
await timed('page of 100', (nth) => readPage(context, { perPage: PER_PAGE, page: 1 + (nth % pages) }));
await timed('last pages of 100', (nth) => readPage(context, { perPage: PER_PAGE, page: pages - (nth % pages) }));
await timed('one project', () => readOne(context, id));
await timed('one that is not public', () => readOne(context, 'oc4ids-bench1-none').catch(() => undefined));

/** Pages of the portal as they are sent, without the network. */
const words = wordsOf('sr-Cyrl');
const site = { publicUrl: 'http://localhost', license: '', styles: '', card: '' };
const shown = async (read: Promise<Read | null>) => {
  const found = await read;
  if (!found) throw new Error('There is no such page');
  return renderPage(found.page, words, site);
};
const LISTS: Readonly<Record<string, Record<string, string>>> = {
  'newest first': {},
  'by value': { sort: 'value' },
  'of a status, by name': { status: 'implementation', sort: 'title' },
  late: { late: 'true', sort: 'end' },
  'of a region, by value': { region: '07', sort: 'value' },
  'of a region and a status': { region: '07', status: 'completion' },
  'of a frequent word': { text: 'изградња' },
  'of two words': { text: 'реконструкција школе', sort: 'value' },
  'of a word that is not there': { text: 'ксилофон' },
  'of values': { valueFrom: '1000000', valueTo: '2000000', sort: 'changed' },
  'page 80, or the last': { page: String(Math.max(1, Math.min(80, Math.floor(Number(values.projects) / 25)))) },
};
await timed('portal: front', () => shown(readFront(context, words, {})));
for (const [name, query] of Object.entries(LISTS)) {
  await timed(`portal: list ${name}`, () => shown(readList(context, words, query)));
}
await timed('portal: project', () => shown(readProject(context, words, id)));
await timed('portal: region', () => shown(readRegion(context, words, '07')));
const [body] = await sql<{ id: string }>`select min(organization_id) as id from public_projects`
  .execute(db)
  .then(({ rows }) => rows);
await timed('portal: body', () => shown(readBody(context, words, body?.id ?? '')));
let most = 0;
const atFirst = process.memoryUsage().rss;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 50);
const before = performance.now();
await makeOpenDataFiles(context);
clearInterval(watch);
const seconds = (performance.now() - before) / 1000;
const making = await readMaking(db);
if (making?.projects !== Number(values.projects)) throw new Error(`Files of ${making?.projects} projects were made`);
process.stdout.write(
  `files of ${making?.projects} projects: ${seconds.toFixed(1)} s, memory ${(atFirst / MEGABYTE).toFixed(0)} MB before and ${(most / MEGABYTE).toFixed(0)} MB at most, failure ${making?.failure ?? 'none'}\n`,
);
await db.destroy();
await installation.stop();
