import { verifyChain } from '../modules/audit/chain.ts';
import { openInstallation } from './command-context.ts';
import { EXIT } from './outcome.ts';

/** `pimis audit-verify`: walks the chain of the audit log; ends with 1 and names the first broken row. */
export async function run(): Promise<number> {
  const { context, close } = await openInstallation();
  try {
    const { seals, unsigned, waiting, heads, givenUp, broken } = await verifyChain(context.db, context.config);
    process.stdout.write(`${seals} sealed rows, ${waiting} waiting for their seal, ${heads} signed heads\n`);
    if (unsigned > 0) process.stdout.write(`The first ${unsigned} rows are from before rows were signed\n`);
    for (const { restoredAt, point, rows, until } of givenUp) {
      process.stdout.write(
        `The restore at ${restoredAt} gave up ${rows} rows that were written from ${point} to ${until}\n`,
      );
    }
    process.stdout.write(broken === null ? 'The audit log is whole.\n' : `The audit log is broken: ${broken}\n`);
    return broken === null ? EXIT.done : EXIT.refused;
  } finally {
    await close();
  }
}
