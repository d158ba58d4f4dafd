import { loadConfig } from '../config.ts';
import { prepareJobs } from '../platform/jobs.ts';
import { migrate, pendingMigrations } from '../platform/migrate.ts';
import type { Call } from './command.ts';
import { openCommandDatabase } from './command-context.ts';
import { EXIT } from './outcome.ts';

/** `pimis migrate [--check]`: brings the database to this version, or tells what would run. */
export async function run({ options }: Call): Promise<number> {
  const { url, close } = await openCommandDatabase(loadConfig(process.env, { demo: false }));
  try {
    const check = options.check === true;
    const names = check ? await pendingMigrations(url) : await migrate(url);
    if (!check) await prepareJobs(url);
    for (const name of names) process.stdout.write(`${check ? 'would run' : 'ran'}: ${name}\n`);
    if (names.length === 0) process.stdout.write('The database is of this version.\n');
    return check && names.length > 0 ? EXIT.refused : EXIT.done;
  } finally {
    await close();
  }
}
