import { join } from 'node:path';
import { runSteps } from './run.ts';

/** Writes the pictures of every paper anew; look at them before they are kept (`git diff` names those that differ). */
process.env.PIMIS_PAPERS = 'renew';
const test = 'apps/server/src/modules/reports/pictures.test.ts';
await runSteps([
  { name: 'papers', command: join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest'), args: ['run', test] },
]);
