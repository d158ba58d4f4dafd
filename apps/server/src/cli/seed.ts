import { PROJECTIONS } from '../modules/projections/catalogue.ts';
import { computeWaiting, queueRebuild } from '../modules/projections/waiting.ts';
import { seedBulk } from '../seed/bulk.ts';
import { seedDemoAccounts } from '../seed/demo-organizations.ts';
import { requireDemoDatabase } from '../seed/demo-guard.ts';
import { seedReferenceData } from '../seed/reference.ts';
import type { Call } from './command.ts';
import { openCommand } from './command-context.ts';
import { Misused } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

const MAX_PROJECTS = 5_000_000;
const PROJECTS = '10000';

/** `pimis seed --projects N`: a large data set in the configured database, with the demo accounts. */
export async function run({ options }: Call): Promise<void> {
  const count = Number(options.projects ?? PROJECTS);
  if (!Number.isInteger(count) || count < 1 || count > MAX_PROJECTS) {
    throw new Misused(`--projects must be a whole number from 1 to ${MAX_PROJECTS}.`);
  }
  const { context, close } = await openCommand();
  try {
    await requireDemoDatabase(context.db);
    await seedReferenceData(context, { illustrative: true });
    await seedDemoAccounts(context);
    const started = Date.now();
    await seedBulk(context, count);
    // Bulk rows leave no marks. If this is interrupted, the next start computes what is still marked.
    for (const { name } of PROJECTIONS) await queueRebuild(context.db, name);
    await computeWaiting(context);
    process.stdout.write(`${counted(count, 'project')} added in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  } finally {
    await close();
  }
}
