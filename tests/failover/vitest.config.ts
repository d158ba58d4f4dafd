import { defineConfig } from 'vitest/config';

/** `npm run failover`: some half hour, as root on Linux. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.fault.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
