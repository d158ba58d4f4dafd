import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { catalogueTexts } from './apps/web/build/catalogue-texts.ts';
import { icons } from './apps/web/build/icons.ts';
import { installedBrowser } from './scripts/browser.ts';
import LongestFirst from './scripts/test-order.ts';

/** Servers that tests start in processes of their own find the code that another has compiled: a sixth of a start. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

const MB = 1024 * 1024;
const browser = process.env.PIMIS_BROWSER ?? installedBrowser();

/**
 * A worker runs many files: V8 looks through its growing heap for garbage less often, and does not compile code a third
 * time for tests that soon end (docs/decisions/0276-time-of-tests.md).
 */
const execArgv = ['--initial-heap-size=1024', '--no-maglev'];
// The allocator keeps freed memory in place of returning it to the system each time.
process.env.MALLOC_MMAP_THRESHOLD_ ??= String(256 * MB);
process.env.MALLOC_TRIM_THRESHOLD_ ??= String(1024 * MB);

/**
 * Two more than a small machine has cores: some always wait for processes of their own. The same number for all
 * projects, else they would run one after the other.
 */
const maxWorkers = 4;
/**
 * Files that mock a module. They run with their own module graph: in a shared worker, a module loaded by an earlier
 * file would not be mocked, and a mock would remain for later files.
 */
const MOCKING = '{apps,packages}/**/*.mocks.{test,unit.test}.ts';
/** The limit of a test finds what hangs, not what is slow: beside other work one has taken more than a minute. */
const MOST_MS = 120_000;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'scripts/**/*.test.ts',
            'bench/*/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'apps/server/src/**/*.unit.test.ts',
          ],
          exclude: ['**/*.api.test.ts', MOCKING],
          environment: 'node',
          setupFiles: ['scripts/property-seed.ts'],
          testTimeout: MOST_MS,
          hookTimeout: MOST_MS,
          maxWorkers,
          execArgv,
          // Rules keep no state: a process for each file would take longer than its tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit with mocks',
          include: [MOCKING],
          environment: 'node',
          setupFiles: ['scripts/property-seed.ts'],
          testTimeout: MOST_MS,
          hookTimeout: MOST_MS,
          maxWorkers,
          execArgv,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/server/src/**/*.test.ts', 'bench/*/*.api.test.ts'],
          exclude: ['**/*.unit.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/loaded-machine.ts', 'scripts/property-seed.ts'],
          testTimeout: MOST_MS,
          hookTimeout: MOST_MS,
          // Awaited results do come; the time depends only on the machine.
          expect: { poll: { timeout: 20_000 } },
          maxWorkers,
          execArgv,
          // Files of one worker share the server's modules, not their state: each has a server and a database of its own.
          isolate: false,
        },
      },
      {
        plugins: [react(), icons(), catalogueTexts()],
        // Listed in advance: a dependency discovered later would reload the page in the middle of a test.
        optimizeDeps: {
          entries: ['apps/web/src/**/*.component.test.tsx', 'apps/web/src/forms/RichText.tsx'],
          include: ['axe-core'],
        },
        test: {
          name: 'components',
          include: ['apps/web/src/**/*.component.test.tsx'],
          setupFiles: ['apps/web/src/testing/fresh-browser.ts'],
          testTimeout: MOST_MS,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(browser ? { executablePath: browser } : {}),
                args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
              },
              contextOptions: { locale: 'sr-RS', timezoneId: 'Europe/Belgrade' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
