import { join } from 'node:path';
import { runSteps } from './run.ts';

/**
 * Writes the statements of lists, portfolio, dashboard and visibility anew, which a test compares. Read the difference.
 */
process.env.PIMIS_STATEMENTS = 'renew';
const test = 'apps/server/src/statements.test.ts';
const vitest = join(import.meta.dirname, '..', 'node_modules', '.bin', 'vitest');
await runSteps([{ name: 'statements', command: vitest, args: ['run', '--project', 'api', test] }]);
