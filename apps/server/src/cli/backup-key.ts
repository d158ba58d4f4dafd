import { writeFile } from 'node:fs/promises';
import { makeKeys } from '../backup/encryption.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';

/** `pimis backup-key FILE`: writes a new private key into a file and prints its public key. */
export async function run({ words: [path = ''] }: Call): Promise<void> {
  const { identity, recipient } = await makeKeys();
  try {
    await writeFile(path, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Refused(`There is a file ${path} already.`, { cause: error });
  }
  process.stdout.write(
    `BACKUP_PUBLIC_KEY=${recipient}\nKeep ${path} away from the server: only it opens the backups.\n`,
  );
}
