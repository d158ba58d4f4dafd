import { addFirstAdministrator } from '../modules/identity/users/first-administrator.ts';
import { seedReferenceData } from '../seed/reference.ts';
import { openCommand } from './command-context.ts';
import type { Call } from './command.ts';

/** `pimis first-admin LOGIN NAME EMAIL`: makes the first administrator's account of a new installation. */
export async function run({ words: [login = '', name = '', email = ''] }: Call): Promise<void> {
  const { context, close } = await openCommand();
  try {
    await seedReferenceData(context);
    await addFirstAdministrator(context, { login, name, email });
    process.stdout.write(
      `${login} is opened. The link to set the password goes to ${email}: by SMTP_URL, or as a file of DATA_DIR/outbox, when the server runs.\n`,
    );
  } finally {
    await close();
  }
}
