import { join } from 'node:path';
import { runSteps } from './run.ts';

/**
 * Writes the listing of the interface anew, which a test compares. It refuses a change that breaks clients until
 * docs/api-changes.md names it.
 */
process.env.PIMIS_INTERFACE = 'renew';
const test = 'apps/server/src/openapi.test.ts';
const vitest = join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest');
await runSteps([{ name: 'interface', command: vitest, args: ['run', '--project', 'api', test] }]);
