import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { memoryOf } from './measuring.ts';

const PIMIS = join(import.meta.dirname, '../pimis');

// A bench that is ended by a signal stops its servers too: 'exit' does not follow a signal by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** A server of the product in a process of its own. */
export interface ServedProcess {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts `pimis serve` with these settings and waits for its address. `before` is a command that starts it, as
 * `taskset -c 0`; `args` follow `serve`. Error: what the process printed, when it ends without an address.
 */
export async function serveProcess(
  env: Readonly<Record<string, string>>,
  { before = [], args = [] }: { before?: readonly string[]; args?: readonly string[] } = {},
): Promise<ServedProcess> {
  const [command = PIMIS, ...more] = [...before, PIMIS, 'serve', ...args];
  const child: ChildProcess = spawn(command, more, {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for await (const _ of every(100)) if (/^PIMIS: /m.test(said) || child.exitCode !== null) break;
  const url = /^PIMIS: (\S+)$/m.exec(said)?.[1];
  if (url === undefined) throw new Error(said);
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      const gone = once(child, 'exit');
      process.off('exit', end);
      end();
      await gone;
    },
  };
}

const LOOK_MS = 50;

/** Runs a subcommand of `pimis` and returns its seconds, the most memory that it has used, and its last line. Error: it fails. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const begun = performance.now();
  const child = spawn(PIMIS, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let [said, most] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const looking = setInterval(() => {
    try {
      most = Math.max(most, memoryOf(child.pid ?? 0, 'VmHWM'));
    } catch {
      // It has ended since.
    }
  }, LOOK_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (code !== 0) throw new Error(`pimis ${args.join(' ')} has ended with ${code}`);
  return `${seconds} s, at most ${most.toFixed(0)} MB; ${said.trim().split('\n').at(-1)}`;
}
