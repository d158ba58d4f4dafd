import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isAlive } from '../../../platform/process/processes.ts';

/** Starts the process with a problem that takes long to prove, and prints its pid at the first choice. */
const SERVER = `
  import { fork } from 'node:child_process';
  const items = Array.from({ length: 400 }, (_, index) => ({
    code: 'K' + index,
    value: BigInt(5000 + ((index * 7919) % 1000)),
    needs: Array.from({ length: 8 }, (__, row) => ({
      row,
      amount: BigInt(10_000 + ((index * 104_729 + row * 7907) % 9973)),
    })),
  }));
  const rows = Array.from({ length: 8 }, (_, row) => ({ year: 2027 + row, source: 'A', room: 2_000_003n }));
  const child = fork(process.argv[1], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.once('message', () => console.log(child.pid));
  child.send({ problem: { items, rows, must: [], short: [], fixedValue: 0n }, seconds: 600 });
`;

it('the process ends when its server is killed, even in the middle of its work', { timeout: 60_000 }, async () => {
  const script = join(import.meta.dirname, 'solve-process.ts');
  const server = spawn(process.execPath, ['--input-type=module', '-e', SERVER, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 40_000, interval: 100 });
});
