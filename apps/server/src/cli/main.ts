import { outliveReaders } from './broken-output.ts';
import { pimis } from './pimis.ts';

outliveReaders([process.stdout, process.stderr]);
process.exitCode = await pimis(process.argv.slice(2), process.env);
