import { expect, it, vi } from 'vitest';
import { solveInProcess, solverCount } from './solver.ts';

it('a process that cannot be started fails its proposal alone, not the server', async () => {
  const { execPath } = process;
  const uncaught = vi.fn();
  process.on('uncaughtExceptionMonitor', uncaught);
  process.execPath = '/nowhere/node';
  const solving = solveInProcess(
    { items: [], rows: [], must: [], short: [], fixedValue: 0n },
    { onFound: () => undefined, signal: new AbortController().signal },
  );
  process.execPath = execPath;
  await expect(solving).rejects.toThrow('ENOENT');
  process.off('uncaughtExceptionMonitor', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  expect(solverCount()).toBe(0);
});
