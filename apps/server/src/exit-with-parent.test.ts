import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { end, health, MAIN, placeOf, postmaster, runs, until, useServerProcesses } from './testing/server-processes.ts';

const { folder, launch, serve } = useServerProcesses();

describe('a server', () => {
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
