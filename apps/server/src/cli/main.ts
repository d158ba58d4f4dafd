import { pimis } from './pimis.ts';

process.exitCode = await pimis(process.argv.slice(2), process.env);
