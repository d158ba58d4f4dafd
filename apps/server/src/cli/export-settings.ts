import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { settingsText } from './settings-file/file.ts';
import { settingsOf } from './settings-file/settings-file.ts';
import { replaceFile } from './whole-file.ts';

/** `pimis export-settings FILE`: what people have set in the product, as a file that compares well. */
export async function run({ words: [path = ''] }: Call): Promise<void> {
  const { context, close } = await openInstallation();
  try {
    replaceFile(path, settingsText(await settingsOf(context)));
    process.stdout.write(`The settings are in ${path}.\n`);
  } finally {
    await close();
  }
}
