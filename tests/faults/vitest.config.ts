import { defineConfig } from 'vitest/config';

/** `npm run faults`: one file after the other, because each measures processes of its own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.fault.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000, interval: 250 } },
  },
});
