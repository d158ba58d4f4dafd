import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { registryOf } from '../packages/domain/src/registries/catalogue.ts';
import { listRows } from '../apps/server/src/modules/registry/read.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { prepareJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { benchFolder, median, timesOf } from './measuring.ts';

/** Search in a registry of a thousand and of a million rows: the median of the rounds in milliseconds. */
const SIZES = [1_000, 1_000_000];
const ROUNDS = 15;
/** A search without hits. */
const NONE = 'nema takvog';
const TYPED = ['Cacak', 'ЧАЧАК', 'osnovna skola nis', 'Prokuplke', 'dj', '00000123', NONE];
const MORNING = Date.parse('2026-11-20T08:00:00Z');
/** After this time the server forgets that a filter has many matches, so each round counts. */
const MINUTE_MS = 60_000;

const folder = benchFolder();
const postgres = await startEmbeddedPostgres(folder);
await migrate(postgres.url);
await prepareJobs(postgres.url);
const db = openDatabase(postgres.url);
const registry = registryOf('budget-users');

async function fill(size: number): Promise<void> {
  await sql`
    insert into budget_users (id, name, place)
    select lpad(n::text, 8, '0'),
           (array['Основна школа', 'Дом здравља', 'Предшколска установа', 'Градска управа', 'Центар за социјални рад',
                  'Ђачки дом'])[1 + n % 6] || ' ' ||
           (array['Чачак', 'Ниш', 'Прокупље', 'Ваљево', 'Лесковац', 'Пирот', 'Ђаковица', 'Шабац'])[1 + (n / 6) % 8] ||
           ' број ' || n,
           'Место ' || n % 500
    from generate_series(1, ${size}) n
    on conflict do nothing`.execute(db);
  await sql`vacuum analyze budget_users`.execute(db);
}

async function searched(typed: string): Promise<{ ms: number; first: string; total: number }> {
  let [first, total] = ['–', 0];
  const times = await timesOf(ROUNDS, async (round) => {
    const now = () => new Date(MORNING + round * MINUTE_MS);
    const { rows, totalRows } = await listRows({ db, now }, registry, { 'filter[search]': typed }, true);
    [first, total] = [rows[0]?.name ?? '–', totalRows];
  });
  return { ms: median(times), first, total };
}

for (const size of SIZES) {
  await fill(size);
  console.log(`${size.toLocaleString('en')} rows`);
  for (const typed of TYPED) {
    const { ms, first, total } = await searched(typed);
    if ((total === 0) !== (typed === NONE)) throw new Error(`${typed} finds ${total} rows`);
    console.log(
      `  ${typed.padEnd(18)} ${ms.toFixed(1).padStart(8)} ms  ${String(total).padStart(8)} rows, first: ${first}`,
    );
  }
}
await db.destroy();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
