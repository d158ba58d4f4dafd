import { acceptSecret, SECRETS } from '../platform/audit/secret-marks.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';

/** `pimis accept-secret TOKEN_SECRET`: takes a changed secret for that of the installation. */
export async function run({ words: [given = ''] }: Call): Promise<void> {
  const name = SECRETS.find((one) => one === given);
  if (name === undefined) throw new Misused(`SECRET is ${SECRETS.join(' or ')}.`);
  const { context, close } = await openInstallation({ anySecrets: true });
  try {
    await acceptSecret(context.db, context.config, name);
    process.stdout.write(`${name} is that of this installation from now on. Restart every server with it.\n`);
  } finally {
    await close();
  }
}
