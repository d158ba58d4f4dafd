import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { commandOf, isAlive } from '../platform/process/processes.ts';

export const MAIN = join(import.meta.dirname, '../serve.ts');

/** The product in a process of its own. */
export interface ServerProcess {
  process: ChildProcess;
  url: string;
  output: () => string;
}

/** Starts processes in a folder of this file and kills the remaining ones at its end. */
export function useServerProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-process-'));
  chmodSync(folder, 0o755);
  const started: ChildProcess[] = [];

  function launch(command: string, args: string[], env: Record<string, string>, cwd = folder) {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', NODE_ENV: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { process: child, output: () => text };
  }

  async function serve(command = process.execPath, args = [MAIN], cwd = folder): Promise<ServerProcess> {
    const server = launch(command, args, { PORT: '0' }, cwd);
    const url = await until(() => {
      if (server.process.exitCode !== null) throw new Error(server.output());
      return /^PIMIS: (\S+)$/m.exec(server.output())?.[1];
    });
    return { ...server, url };
  }

  afterAll(() => {
    for (const { pid } of started) if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, launch, serve };
}

/** Repeats until a value is found. */
export async function until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for await (const _ of every(50)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error('never');
}

/** The cluster is below a path that the database's account can enter. */
export const placeOf = (server: ServerProcess) => /^PostgreSQL .* in (\S+)$/m.exec(server.output())?.[1] ?? '';

export function postmaster(server: ServerProcess): number {
  return Number(readFileSync(join(placeOf(server), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** An ended process keeps its pid until its parent reads the exit code, but has no command line. */
export const runs = (pid: number) => isAlive(pid) && commandOf(pid) !== '';
export const health = (server: ServerProcess) => fetch(`${server.url}/api/health`).then((answer) => answer.status);

export async function end(server: ServerProcess): Promise<void> {
  const gone = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  await gone;
}
