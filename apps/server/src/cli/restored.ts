import { afterRestore } from '../backup/after-restore.ts';
import { lastSeal } from '../modules/audit/queries.ts';
import { audit } from '../platform/audit/audit.ts';
import { statementsIn } from '../platform/database/plain-statements.ts';
import { queueState } from '../platform/jobs/job-state.ts';
import { Refused } from '../platform/process/refused.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';
import { printAftermath } from './restored-installation.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * `pimis restored --to TIME`: the work that follows a restore, after administrators have restored the database to a
 * moment with their own tools (docs/operations.md, "A database of one's own").
 */
export async function run({ options: { to } }: Call): Promise<void> {
  if (typeof to !== 'string' || !INSTANT.test(to) || Number.isNaN(Date.parse(to))) {
    throw new Misused('--to is the moment that was reached, as 2026-11-29T14:05:00+01:00.');
  }
  const at = new Date(to).toISOString();
  const { context, close } = await openInstallation();
  try {
    if (Date.parse(at) > context.now().getTime()) throw new Refused('--to is a moment that has not come yet.');
    if ((await queueState(context.db)).workers > 0)
      throw new Refused('A server or worker runs: stop all of them first.');
    const seal = (await lastSeal(context.db))?.seal ?? '0';
    const gap = context.config.restoreGap;
    const aftermath = await context.db.transaction().execute(async (tx) => {
      const done = await afterRestore(statementsIn(tx), { at, gap });
      await audit(
        tx,
        { user: null },
        {
          operation: 'system.restore',
          subjectType: 'installation',
          subjectId: 'DATABASE_URL',
          // Heads after the seal belong to the time that the restore discards.
          detail: { before: null, after: { at, seal, gap } },
        },
      );
      return done;
    });
    printAftermath(aftermath);
  } finally {
    await close();
  }
}
