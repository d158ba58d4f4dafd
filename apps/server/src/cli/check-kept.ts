import { findDiffering } from '../modules/projections/check.ts';
import { projectOfCode, readWaiting } from '../modules/projections/waiting.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';
import { openInstallation } from './command-context.ts';
import { EXIT } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

/** Codes that a line names; the others are counted. */
const NAMED = 10;

/** `pimis check-kept [--project CODE]`: compares stored facts with computed ones; exits with 1 if they differ. */
export async function run({ options }: Call): Promise<number> {
  const { context, close } = await openInstallation();
  try {
    const code = typeof options.project === 'string' ? options.project : null;
    const id = code === null ? null : await projectOfCode(context.db, code);
    if (code !== null && id === null) throw new Refused(`There is no project ${code}.`);
    const differing = [...(await findDiffering(context.db, id))];
    for (const [name, codes] of differing) {
      const named = codes.slice(0, NAMED).join(', ');
      const rest = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : '';
      process.stdout.write(codes.length === 0 ? `${name}: as computed\n` : `${name}: differs at ${named}${rest}\n`);
    }
    const waiting = await readWaiting(context.db);
    if (waiting) process.stdout.write(`Left out: ${counted(waiting.projects, 'project')} waiting to be computed\n`);
    return differing.every(([, codes]) => codes.length === 0) ? EXIT.done : EXIT.refused;
  } finally {
    await close();
  }
}
