import { addFirstAdministrator, requirePerson } from '../modules/identity/users/first-administrator.ts';
import { seedReferenceData } from '../seed/reference.ts';
import { openCommand } from './command-context.ts';
import type { Config } from '../config.ts';
import type { Call } from './command.ts';

/** The output names the place, so that an administrator notices a wrong one. */
const placeOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === undefined
    ? `the embedded database in DATA_DIR ${dataDir}.`
    : `the tables in DATABASE_URL, and DATA_DIR ${dataDir}.`;

/** `pimis first-admin LOGIN NAME EMAIL`: makes the first administrator's account of a new installation. */
export async function run({ words: [login = '', name = '', email = ''] }: Call): Promise<void> {
  // Checked first, so that nothing is created for a person who cannot be added.
  requirePerson({ login, name, email });
  const { context, isNew, close } = await openCommand();
  try {
    await seedReferenceData(context);
    await addFirstAdministrator(context, { login, name, email });
    if (isNew) process.stdout.write(`A new installation was made: ${placeOf(context.config)}\n`);
    process.stdout.write(
      `${login} is opened. The link to set the password goes to ${email}: by SMTP_URL, or as a file of DATA_DIR/outbox, when the server runs.\n`,
    );
  } finally {
    await close();
  }
}
