import { runServer } from './run-server.ts';

/** The server alone, with demo data after `--demo`. The command `pimis serve` runs the same. */
runServer({ demo: process.argv.includes('--demo') });
