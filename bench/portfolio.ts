import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { quietContext } from '../apps/server/src/cli/command-context.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { progressScope } from '../apps/server/src/modules/earned-value/facts.ts';
import { readProgress } from '../apps/server/src/modules/earned-value/progress.ts';
import { readWarnings } from '../apps/server/src/modules/earned-value/warnings.ts';
import { fiscalCalendar } from '../apps/server/src/modules/fiscal-calendar/calendar.ts';
import { readCourse } from '../apps/server/src/modules/portfolio/course.ts';
import { readMap } from '../apps/server/src/modules/portfolio/map.ts';
import { readMoney } from '../apps/server/src/modules/portfolio/money.ts';
import { readOverview } from '../apps/server/src/modules/portfolio/overview.ts';
import { portfolioScope } from '../apps/server/src/modules/portfolio/scope.ts';
import type { Context } from '../apps/server/src/platform/context.ts';
import { loadCurrentUser, type CurrentUser } from '../apps/server/src/platform/access/current-user.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { openSite } from './lists/site.ts';
import { benchFolder, median, postmasterOf, processorSeconds, timesOf } from './measuring.ts';
import { addRealization } from './seed/realization.ts';

/**
 * `npm run bench:portfolio -- --projects 100000 --folder /tmp/bench`: fills a database with plans and reports of every tenth
 * project and measures every view of the portfolio for an administrator, for a clerk and under filters, on the server
 * without the network. A folder is filled once. `--calls 20`; `--only map` measures the views whose name holds the word.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '100000' },
    folder: { type: 'string', default: '' },
    calls: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const CALLS = Number(values.calls);
const MEGABYTE = 1024 ** 2;
const MS_PER_SECOND = 1000;

/** A view of the portfolio, one line each; views of other modules are added here. Returns the number of shown items. */
type View = (context: Context, user: CurrentUser, query: Record<string, string>) => Promise<number>;
const YEAR_AGO_DAYS = 365;
const DAY_MS = 86_400_000;
const WARNINGS_SHOWN = 50;
const DAY_LENGTH = 10;
const yearAgo = new Date(Date.now() - YEAR_AGO_DAYS * DAY_MS).toISOString().slice(0, DAY_LENGTH);
const VIEWS: Readonly<Record<string, View>> = {
  overview: async (context, user, query) =>
    (await readOverview(context.db, await portfolioScope(context, user, query))).all.projects,
  map: async (context, user, query) =>
    (await readMap(context.db, await portfolioScope(context, user, query))).all.projects,
  money: async (context, user, query) =>
    (await readMoney(context.db, await portfolioScope(context, user, query))).quarters.length,
  course: async (context, user, query) =>
    (await readCourse(context.db, await portfolioScope(context, user, query))).phases.length,
  progress: async (context, user, query) =>
    (await readProgress(context.db, await progressScope(context, user, query))).all.projects,
  'progress a year ago': async (context, user, query) =>
    (await readProgress(context.db, await progressScope(context, user, { ...query, atDay: yearAgo }))).all.projects,
  warnings: async (context, user, query) =>
    (await readWarnings(context.db, await progressScope(context, user, query), {}, WARNINGS_SHOWN)).warnings.length,
  calendar: async (context, user, query) => (await fiscalCalendar(context, user, query)).rows.length,
};
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  'all projects': {},
  'two sectors': { 'filter[sector]': '1,2' },
  'a district': { 'filter[district]': '20' },
  'being realized': { 'filter[phase]': '4,5' },
  'past the idea': { 'filter[passedPhase]': '0' },
  'in identification once': { 'filter[reachedPhase]': '10' },
};

const folder = benchFolder(values.folder);
const site = await openSite(folder, Number(values.projects));
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }, { demo: false });
const db = openDatabase(site.url, { max: 8, background: true });
const context = await quietContext(config, db);
await addRealization(context);

/** A user by login as a request would load them, past the sign-in. */
async function userOf(login: string): Promise<CurrentUser> {
  const { rows } = await sql<{ id: number; session: string }>`
    with known as (select id from users where login = ${login}),
    opened as (
      insert into sessions (user_id) select id from known
      returning id, user_id)
    select user_id as id, id as session from opened`.execute(db);
  const user = rows[0] && (await loadCurrentUser(db, rows[0].id, rows[0].session));
  if (!user) throw new Error(`No user ${login}`);
  return user;
}

/** Processor time that PostgreSQL has used, in ms. */
const processorTime = () => processorSeconds([postmasterOf(join(folder, values.projects, 'postgres'))]) * MS_PER_SECOND;

/** Measures a view; `mayBeEmpty` if a filter may match nothing. */
async function timed(name: string, call: () => Promise<number>, mayBeEmpty: boolean): Promise<void> {
  const shown = await call();
  // The time of an empty view would be meaningless.
  if (shown === 0 && !mayBeEmpty) throw new Error(`${name} shows nothing`);
  const used = processorTime();
  const times = await timesOf(CALLS, call);
  process.stdout.write(
    `${name}${shown === 0 ? ' (empty)' : ''}: p50 ${median(times).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms, processor ${((processorTime() - used) / CALLS).toFixed(0)} ms a call\n`,
  );
}

process.stdout.write(`${values.projects} projects, load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
const before = process.memoryUsage.rss();
for (const login of ['admin', 'local.user']) {
  const user = await userOf(login);
  for (const [name, query] of Object.entries(QUERIES)) {
    for (const [view, read] of Object.entries(VIEWS)) {
      if (!view.includes(values.only)) continue;
      const mayBeEmpty = login !== 'admin' || name !== 'all projects';
      await timed(`${login}, ${name}: ${view}`, () => read(context, user, query), mayBeEmpty);
    }
  }
}
process.stdout.write(
  `memory ${(before / MEGABYTE).toFixed(0)} MB before, ${(process.memoryUsage.rss() / MEGABYTE).toFixed(0)} MB after; load ${loadavg()[0]?.toFixed(1)}\n`,
);
await db.destroy();
await site.stop();
