import { makeBase } from '../archive/make-base.ts';
import { openPlace } from '../backup/place.ts';
import { megabytes, progressTo, SILENT } from '../backup/progress.ts';
import { loadConfig } from '../config.ts';
import { embeddedFolder } from '../platform/database/embedded-postgres.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';
import { openExistingDatabase } from './command-context.ts';
import { counted } from '../platform/process/counted.ts';

/** `pimis archive-base`: makes a base of the continuous archive while people work. */
export async function run({ options }: Call): Promise<void> {
  const config = loadConfig(process.env, { demo: false, existing: true });
  if (config.archive === undefined || config.backupUrl === undefined) throw new Refused('ARCHIVE is off.');
  const place = await openPlace(config.backupUrl);
  const { url, close } = await openExistingDatabase(config);
  try {
    const progress = options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    const folder = embeddedFolder(config.dataDir);
    const { id, at, files, bytes } = await makeBase({ config, url, folder, place, progress, now: new Date() });
    process.stdout.write(`Base ${id}: ${counted(files, 'file')} with ${megabytes(bytes)}, complete at ${at}\n`);
  } finally {
    await close();
  }
}
