import { join } from 'node:path';
import { runSteps } from './run.ts';

/**
 * Writes the expected pictures of every paper again. Check them before the commit (`git diff` names those that differ).
 */
process.env.PIMIS_PAPERS = 'renew';
const test = 'apps/server/src/modules/reports/pictures.test.ts';
await runSteps([
  { name: 'papers', command: join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest'), args: ['run', test] },
]);
