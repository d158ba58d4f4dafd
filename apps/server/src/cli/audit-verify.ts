import { verifyChain } from '../modules/audit/chain.ts';
import { openInstallation } from './command-context.ts';
import { EXIT } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

/** `pimis audit-verify`: walks the chain of the audit log; ends with 1 and names the first broken row. */
export async function run(): Promise<number> {
  const { context, close } = await openInstallation();
  try {
    const { seals, unsigned, waiting, heads, givenUp, broken } = await verifyChain(context.db, context.config);
    process.stdout.write(
      `${counted(seals, 'sealed row')}, ${waiting} waiting to be sealed, ${counted(heads, 'signed head')}\n`,
    );
    if (unsigned > 0) process.stdout.write(`${counted(unsigned, 'row is', 'rows are')} from before rows were signed\n`);
    for (const { restoredAt, point, rows, until } of givenUp) {
      process.stdout.write(
        `The restore at ${restoredAt} gave up ${counted(rows, 'row that was', 'rows that were')} written from ${point} to ${until}\n`,
      );
    }
    process.stdout.write(broken === null ? 'The audit log is whole.\n' : `The audit log is broken: ${broken}\n`);
    return broken === null ? EXIT.done : EXIT.refused;
  } finally {
    await close();
  }
}
