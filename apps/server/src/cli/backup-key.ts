import { makeKeys } from '../backup/encryption.ts';
import type { Call } from './command.ts';
import { writeNewFile } from './whole-file.ts';

/** `pimis backup-key FILE`: writes a new private key into a file and prints its public key. */
export async function run({ words: [path = ''] }: Call): Promise<void> {
  const { identity, recipient } = await makeKeys();
  writeNewFile(path, `# public key: ${recipient}\n${identity}\n`, 0o600);
  process.stdout.write(
    `BACKUP_PUBLIC_KEY=${recipient}\nKeep ${path} away from the server: only it opens the backups.\n`,
  );
}
