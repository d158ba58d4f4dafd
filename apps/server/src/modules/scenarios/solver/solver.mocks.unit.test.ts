import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import type { Found } from './solve.ts';
import { solveInProcess, solverCount } from './solver.ts';

vi.mock('node:child_process', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:child_process')>();
  return { ...original, fork: vi.fn(original.fork) };
});

const PROBLEM = { items: [], rows: [], must: [], short: [], fixedValue: 0n };

afterEach(() => vi.useRealTimers());

it('a process that cannot be started fails only its proposal, not the server', async () => {
  const { execPath } = process;
  const uncaught = vi.fn();
  process.on('uncaughtExceptionMonitor', uncaught);
  process.execPath = '/nowhere/node';
  const solving = solveInProcess(PROBLEM, { onFound: () => undefined, signal: new AbortController().signal });
  process.execPath = execPath;
  await expect(solving).rejects.toThrow('ENOENT');
  process.off('uncaughtExceptionMonitor', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  expect(solverCount()).toBe(0);
});

/** Begins a proposal whose mocked process has reported its first choice; the test sends the further messages. */
function begun() {
  vi.useFakeTimers();
  const child = Object.assign(new EventEmitter(), { pid: undefined, kill: vi.fn(), send: vi.fn() });
  vi.mocked(fork).mockReturnValueOnce(child as unknown as ChildProcess);
  const bounds = { startMs: 1000, searchMs: 1000 };
  const solving = solveInProcess(PROBLEM, { onFound: () => undefined, signal: new AbortController().signal, bounds });
  const choice = (value: bigint): Found => ({ taken: [], value, bound: 9n });
  child.emit('message', { kind: 'found', found: choice(1n) });
  return { child, solving, choice };
}

it('a choice that arrives between the end of the time and the end of the process is the answer', async () => {
  const { child, solving, choice } = begun();
  vi.advanceTimersByTime(1000);
  expect(child.kill).toHaveBeenCalledOnce();
  child.emit('message', { kind: 'found', found: choice(2n) });
  child.emit('exit', null, 'SIGKILL');
  expect(await solving).toEqual({ ...choice(2n), proven: false });
});

it('an answer stays valid if the time ends before its process', async () => {
  const { child, solving, choice } = begun();
  const solved = { ...choice(2n), proven: true };
  child.emit('message', { kind: 'solved', solved });
  vi.advanceTimersByTime(1000);
  child.emit('exit', null, 'SIGKILL');
  expect(await solving).toEqual(solved);
});
