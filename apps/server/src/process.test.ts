import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { commandOf, isAlive, parentOf } from './platform/processes.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'pimis-process-'));
chmodSync(folder, 0o755);
const started: ChildProcess[] = [];

interface Server {
  process: ChildProcess;
  url: string;
  output: () => string;
}

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

async function until<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for await (const _ of every(50)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error('never');
}

async function serve(command = process.execPath, args = [MAIN], cwd = folder): Promise<Server> {
  const server = launch(command, args, { PORT: '0' }, cwd);
  const url = await until(() => {
    if (server.process.exitCode !== null) throw new Error(server.output());
    return /^PIMIS: (\S+)$/m.exec(server.output())?.[1];
  });
  return { ...server, url };
}

/** The path of the cluster is found wherever the account of the database can enter. */
const placeOf = (server: Server) => /^PostgreSQL .* in (\S+)$/m.exec(server.output())?.[1] ?? '';

function postmaster(server: Server): number {
  return Number(readFileSync(join(placeOf(server), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** One that has ended keeps its number until its parent has asked how, but no command. */
const runs = (pid: number) => isAlive(pid) && commandOf(pid) !== '';
const health = (server: Server) => fetch(`${server.url}/api/health`).then((answer) => answer.status);

async function end(server: Server): Promise<void> {
  const gone = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  await gone;
}

afterAll(() => {
  for (const { pid } of started) if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('a server and its database', () => {
  /** A start takes longer than what is asked of it: this one is left from test to test, until the last of them ends it. */
  let server: Server;

  it('leaves the server alone that runs on its port, and says so', { timeout: 120_000 }, async () => {
    const first = await serve();
    const second = launch(process.execPath, [MAIN], { PORT: new URL(first.url).port });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.output()).toContain(`PIMIS runs already: ${first.url}`);
    expect(second.output()).not.toContain('PostgreSQL');
    expect(await health(first)).toBe(200);
    await end(first);
  });

  it('keeps the database while another uses it', { timeout: 120_000 }, async () => {
    const [first, second] = await Promise.all([serve(), serve()]);
    const pid = postmaster(first);
    expect(postmaster(second)).toBe(pid);
    await end(first);
    expect(await health(second)).toBe(200);
    expect(runs(pid)).toBe(true);
    server = second;
  });

  it('answers 503 within seconds while the database is frozen, and goes on after it', {
    timeout: 120_000,
  }, async () => {
    const ask = () => fetch(`${server.url}/api/notices`, { signal: AbortSignal.timeout(20_000) });
    // Some connections are open by then; others are still to come.
    await Promise.all(Array.from({ length: 4 }, ask));
    const main = postmaster(server);
    const frozen = [
      main,
      ...readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && parentOf(pid) === main),
    ];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 30 }, ask)).finally(() => {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    await until(async () => ((await ask()).status === 200 ? true : undefined));
    expect(postmaster(server)).toBe(main);
  });

  it('answers 503 while the database is away, and starts it again', { timeout: 120_000 }, async () => {
    const before = postmaster(server);
    const seen = new Set<number>();
    let retry: string | null = null;
    // Calls that are under way, and connections in use, are cut with it.
    const busy = Array.from({ length: 8 }, async () => {
      while (!seen.has(503)) seen.add((await fetch(`${server.url}/api/notices`)).status);
    });
    process.kill(before, 'SIGKILL');
    await Promise.all(busy);
    await until(async () => {
      const answer = await fetch(`${server.url}/api/notices`);
      seen.add(answer.status);
      if (answer.status === 503) retry = answer.headers.get('retry-after');
      return seen.has(503) && answer.status !== 503 ? true : undefined;
    });
    expect(seen).toEqual(new Set([200, 503]));
    expect(Number(retry)).toBeGreaterThan(0);
    expect(postmaster(server)).not.toBe(before);
    expect(runs(before)).toBe(false);
  });

  it('stops the database with its last user', { timeout: 120_000 }, async () => {
    const last = postmaster(server);
    await end(server);
    expect(runs(last)).toBe(false);
  });

  it('ends with the browser tests that started it', { timeout: 120_000 }, async () => {
    const tests = launch(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {});
    process.env.PIMIS_E2E_RUNNER = String(tests.process.pid);
    const server = await serve(process.execPath, [join(import.meta.dirname, '../../../tests/e2e/serve.ts'), '--empty']);
    delete process.env.PIMIS_E2E_RUNNER;
    const pid = postmaster(server);
    const gone = once(server.process, 'exit');
    tests.process.kill('SIGKILL');
    await gone;
    expect(runs(pid)).toBe(false);
  });

  it('ends with the npm that started it', { timeout: 120_000 }, async () => {
    const place = mkdtempSync(join(folder, 'npm-'));
    const script = `node --no-warnings "${MAIN}"`;
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'x', scripts: { serve: script } }));
    const bin = join(process.execPath, '..');
    process.env.PATH = `${bin}:${process.env.PATH ?? ''}`;
    const server = await serve('npm', ['run', 'serve'], place);
    const pid = postmaster(server);
    const users = readdirSync(join(placeOf(server), 'users')).map((name) => Number(name.split('-')[0]));
    expect(users.length).toBe(1);
    await end(server);
    await until(() => (runs(users[0] ?? 0) || runs(pid) ? undefined : true));
    await expect(health(server)).rejects.toThrow();
  });
});
