import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { expect, it } from 'vitest';
import { bareEnvironment, keepCompiledCode, lowerPriority } from './processes.ts';

const { PRIORITY_LOW } = constants.priority;

it('lowers the priority of a process, and leaves one that is lower already', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const gone = once(child, 'exit');
  const pid = child.pid ?? 0;
  try {
    lowerPriority(pid, PRIORITY_LOW - 1);
    expect(getPriority(pid)).toBeGreaterThanOrEqual(PRIORITY_LOW - 1);
    setPriority(pid, PRIORITY_LOW);
    lowerPriority(pid, 5);
    expect(getPriority(pid)).toBe(PRIORITY_LOW);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
});

it('gives a process no secrets and no addresses, only where compiled code is kept', () => {
  const settings: NodeJS.ProcessEnv = { TOKEN_SECRET: 'a', DATABASE_URL: 'b' };
  expect(bareEnvironment(settings)).toEqual({});
  keepCompiledCode('/var/lib/pimis/compiled', settings);
  keepCompiledCode('/elsewhere', settings);
  expect(bareEnvironment(settings)).toEqual({ NODE_COMPILE_CACHE: '/var/lib/pimis/compiled' });
});
