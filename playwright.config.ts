import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** A port of its own lets two checkouts be tested beside each other. */
const PORT = Number(process.env.PIMIS_E2E_PORT ?? 4173);
/** The data folder of the server, including outgoing mails; tests in other processes read it. */
const FOLDER = (process.env.PIMIS_E2E_FOLDER ??= join(tmpdir(), `pimis-e2e-${process.pid}`));

/** Browser tests: the product on the embedded PostgreSQL with demo data, in the folder test-results. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 20_000,
    // The address that a start prints: where people go, and where devices make keys.
    baseURL: `http://localhost:${PORT}`,
    locale: 'sr-RS',
    timezoneId: 'Europe/Belgrade',
    viewport: { width: 1440, height: 900 },
    // Animations are not tested, and would cost waiting time.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs about as much as the tests: asked for when one is looked into.
    trace: process.env.PIMIS_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PIMIS_BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/e2e/serve.ts`,
    url: `http://localhost:${PORT}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
      PIMIS_E2E_RUNNER: String(process.pid),
      PIMIS_E2E_FOLDER: FOLDER,
      // The tests without a browser have compiled the same code.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled'),
    },
  },
});
