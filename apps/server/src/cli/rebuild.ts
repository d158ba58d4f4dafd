import { PROJECTIONS } from '../modules/projections/catalogue.ts';
import { computeWaiting, projectOfCode, queueRebuild } from '../modules/projections/waiting.ts';
import { Refused } from '../platform/process/refused.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

/**
 * `pimis rebuild NAME [--project CODE]`: recomputes a projection for all projects or for one. Readers see the old rows
 * until then. A running server continues with the remaining projects.
 */
export async function run({ words: [name = ''], options }: Call): Promise<void> {
  const names = PROJECTIONS.map((record) => record.name);
  if (!names.includes(name)) throw new Misused(`NAME is one of ${names.join(', ')}.`);
  const { context, close } = await openInstallation();
  try {
    const code = typeof options.project === 'string' ? options.project : null;
    const id = code === null ? null : await projectOfCode(context.db, code);
    if (code !== null && id === null) throw new Refused(`There is no project ${code}.`);
    const marked = await queueRebuild(context.db, name, id);
    process.stdout.write(`${counted(marked, 'project')} to compute\n`);
    await computeWaiting(context);
  } finally {
    await close();
  }
}
