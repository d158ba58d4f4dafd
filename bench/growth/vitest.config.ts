import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run bench:growth`: some minutes. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['bench/growth/*.measure.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    testTimeout: 900_000,
  },
});
