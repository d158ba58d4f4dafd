import { loadConfig } from '../config.ts';
import { prepareJobs } from '../platform/jobs.ts';
import { describePending, migrate, type PendingMigration } from '../platform/migrate.ts';
import type { Call } from './command.ts';
import { openCommandDatabase } from './command-context.ts';
import { EXIT } from './outcome.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function tellPending(pending: readonly PendingMigration[]): void {
  for (const { name, tables } of pending) {
    const sizes = tables.map((table) => `${table.name} (about ${table.rows} rows)`);
    say(`would run: ${name}${sizes.length === 0 ? '' : `; locks ${sizes.join(', ')}`}`);
  }
  const stopping = pending.filter(({ mayGoOn }) => !mayGoOn).map(({ name }) => name);
  if (stopping.length > 0) say(`Stop all servers before: ${stopping.join(', ')}`);
  else if (pending.length > 0) say('Servers of the former version may go on meanwhile.');
}

/** `pimis migrate [--check]`: brings the database to this version, or tells what would run. */
export async function run({ options }: Call): Promise<number> {
  const { url, close } = await openCommandDatabase(loadConfig(process.env, { demo: false }));
  try {
    if (options.check === true) {
      const pending = await describePending(url);
      tellPending(pending);
      if (pending.length > 0) return EXIT.refused;
    } else {
      const names = await migrate(url);
      await prepareJobs(url);
      for (const name of names) say(`ran: ${name}`);
      if (names.length > 0) return EXIT.done;
    }
    say('The database is of this version.');
    return EXIT.done;
  } finally {
    await close();
  }
}
