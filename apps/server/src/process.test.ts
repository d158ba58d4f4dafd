import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parentOf } from './platform/process/processes.ts';
import {
  end,
  health,
  MAIN,
  postmaster,
  runs,
  type ServerProcess,
  until,
  useServerProcesses,
} from './testing/server-processes.ts';

const { launch, serve } = useServerProcesses();

describe('a server and its database', () => {
  /** A start takes long, so the tests share one server; the last test ends it. */
  let server: ServerProcess;

  it('leaves the server alone that runs on its port, and says so', { timeout: 120_000 }, async () => {
    const first = await serve();
    // The output names localhost: browsers create no passkey at an IP address.
    expect(first.url).toMatch(/^http:\/\/localhost:\d+$/);
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
    // Calls under way and connections in use are cut with the database.
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
});
