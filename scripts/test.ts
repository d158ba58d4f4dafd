import { join } from 'node:path';
import { hasSlapd, NO_SLAPD } from '../apps/server/src/testing/directory/slapd.ts';
import { findBrowser, NO_BROWSER } from './browser.ts';
import { runSteps } from './run.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
const script = (name: string) => join(import.meta.dirname, name);

const browser = findBrowser();
if (!browser) {
  // Without a browser the run fails, because no screen was tested.
  process.stdout.write(`${NO_BROWSER}\n`);
  process.exit(1);
}
process.env.PIMIS_BROWSER = browser;

await runSteps([
  { name: 'checks', command: process.execPath, args: [script('check.ts')] },
  // One after the other: in one run, the API tests take longer beside the tests in a browser and what those keep in memory.
  { name: 'unit and component tests', command: bin('vitest'), args: ['run', '--project', '!api'] },
  { name: 'API tests', command: bin('vitest'), args: ['run', '--project', 'api'] },
  { name: 'browser tests', command: process.execPath, args: [script('e2e.ts')] },
]);
// Printed last, where it is seen.
if (!hasSlapd) process.stdout.write(`\n*** ${NO_SLAPD}\n`);
