import { readFileSync } from 'node:fs';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { EXIT } from './outcome.ts';
import { readSettingsFile } from './settings-file/file.ts';
import { importSettings } from './settings-file/settings-file.ts';

/** `pimis import-settings FILE [--check]`: changes the settings to those of a file of `export-settings`. */
export async function run({ words: [path = ''], options }: Call): Promise<number> {
  const file = readSettingsFile(readFileSync(path, 'utf8'));
  const check = options.check === true;
  const account = typeof options.account === 'string' ? options.account : undefined;
  const { context, close } = await openInstallation();
  try {
    const lines = await importSettings(context, file, { check, account });
    const end = lines.length === 0 ? 'Nothing changes.' : `${lines.length} ${check ? 'would change' : 'changed'}.`;
    process.stdout.write([...lines, end, ''].join('\n'));
    return check && lines.length > 0 ? EXIT.refused : EXIT.done;
  } finally {
    await close();
  }
}
