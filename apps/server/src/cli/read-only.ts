import { READ_ONLY_TEXT_LENGTH } from '@pimis/contract/read-only';
import { setReadOnly } from '../platform/process/read-only.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';

/** `pimis read-only on TEXT` and `pimis read-only off`: for maintenance during which people only read. */
export async function run({ words: [state, text = ''] }: Call): Promise<void> {
  if (state !== 'on' && state !== 'off') throw new Misused('The first word is on or off.');
  if (state === 'on' && text === '') throw new Misused('Write what people are to read: pimis read-only on "TEXT".');
  if (state === 'off' && text !== '') throw new Misused('pimis read-only off takes no text.');
  if (text.length > READ_ONLY_TEXT_LENGTH) {
    throw new Misused(`The text may have ${READ_ONLY_TEXT_LENGTH} characters, not ${text.length}.`);
  }
  const { context, close } = await openInstallation();
  try {
    const before = await setReadOnly(context.db, state === 'on' ? text : null);
    const was = before === null ? '' : ` It was on before with the text: ${before}`;
    process.stdout.write(
      state === 'on'
        ? `Within seconds every server only reads, and its jobs wait.${was}\n`
        : `Within seconds every server writes again.${was}\n`,
    );
  } finally {
    await close();
  }
}
