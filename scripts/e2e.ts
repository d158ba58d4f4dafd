import { join } from 'node:path';
import { findBrowser, NO_BROWSER } from './browser.ts';
import { run } from './run.ts';

const ROOT = join(import.meta.dirname, '..');

/** Builds the web application and runs the browser tests on the product as it is served. */
const browser = findBrowser();
if (!browser) {
  process.stdout.write(`${NO_BROWSER}\n`);
  // Without a browser the run fails, because no screen was tested.
  process.exit(1);
}
const built = await run(process.execPath, [join(ROOT, 'scripts', 'start.ts'), '--build-only']);
if (built !== 0) process.exit(built);
process.exit(
  await run(
    process.execPath,
    [join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...process.argv.slice(2)],
    { PIMIS_BROWSER: browser },
  ),
);
