import { exitAtSignals, exitWithChannel } from '../platform/process/exit-with-parent.ts';
import { outliveReaders } from './broken-output.ts';
import { EXIT } from './outcome.ts';
import { pimis } from './pimis.ts';

outliveReaders([process.stdout, process.stderr]);
exitWithChannel(EXIT.failed);
process.exitCode = await pimis(process.argv.slice(2), process.env, ({ serves }) => {
  if (serves !== true) exitAtSignals();
});
