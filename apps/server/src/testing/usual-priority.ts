import { vi } from 'vitest';

/**
 * Processes that work for the server keep the priority of the tests, which wait for them: beside tests that keep every
 * processor busy, one with a low priority does not even start within its time. That it is lowered has tests of its own
 * (processes.unit.test.ts, parse-table.mocks.unit.test.ts).
 */
vi.mock('../platform/processes.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../platform/processes.ts')>()),
  lowerPriority: () => undefined,
}));
