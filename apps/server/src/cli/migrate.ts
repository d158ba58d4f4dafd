import { upgrade } from '../backup/upgrade.ts';
import { loadConfig } from '../config.ts';
import { databasePlace } from '../settings/database.ts';
import { STATEMENT_MS } from '../platform/database/database.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { describePending, type PendingMigration } from '../platform/database/migrate.ts';
import type { Call } from './command.ts';
import { openCommandDatabase, openExistingDatabase, requireDatabase } from './command-context.ts';
import { EXIT } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

/** Half of the statement timeout of calls, because the estimate does not know the machine. */
const BEARABLE_SECONDS = STATEMENT_MS / 2_000;
const MINUTE = 60;

const say = (line: string) => process.stdout.write(`${line}\n`);

function printPending(pending: readonly PendingMigration[]): void {
  for (const { name, tables } of pending) {
    const sizes = tables.map((table) => `${table.name} (about ${counted(table.rows, 'row')})`);
    say(`would run: ${name}${sizes.length === 0 ? '' : `; locks ${sizes.join(', ')}`}`);
  }
  const seconds = pending.reduce((sum, one) => sum + one.seconds, 0);
  if (seconds >= 1) say(`It takes about ${about(seconds)}; calls of servers that run meanwhile wait for all of it.`);
  const stopping = pending.filter(({ mayGoOn }) => !mayGoOn).map(({ name }) => name);
  if (stopping.length > 0) say(`Stop all servers before: ${stopping.join(', ')}`);
  else if (seconds > BEARABLE_SECONDS) say('Stop all servers before: calls would wait for too long, and be refused.');
  else if (pending.length > 0) say('Servers of the former version may go on meanwhile.');
}

const about = (seconds: number) =>
  seconds < MINUTE ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / MINUTE)} min`;

async function printCheck(): Promise<number> {
  const { url, close } = await openExistingDatabase(databasePlace(process.env));
  try {
    const pending = await describePending(url);
    printPending(pending);
    if (pending.length > 0) return EXIT.refused;
    say('The database is of this version.');
    return EXIT.done;
  } finally {
    await close();
  }
}

/** `pimis migrate [--check]`: migrates the database to this version, or prints the pending migrations. */
export async function run({ options }: Call): Promise<number> {
  if (options.check === true) return printCheck();
  // The first start makes the embedded database; without one DATA_DIR is another than was meant.
  requireDatabase(databasePlace(process.env));
  const config = loadConfig(process.env, { demo: false });
  const { url, close } = await openCommandDatabase(config);
  try {
    const names = await upgrade(config, url, say, { withBackup: options['without-backup'] !== true });
    await prepareJobs(url);
    for (const name of names) say(`ran: ${name}`);
    if (names.length === 0) say('The database is of this version.');
    return EXIT.done;
  } finally {
    await close();
  }
}
