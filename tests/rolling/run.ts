import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every, setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { freePort, startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { startClients } from './clients.ts';
import { formerVersion, nextVersion } from './versions.ts';

/**
 * `npm run test:rolling -- [--from COMMIT]`: restarts two servers of a former version behind HAProxy, one after the
 * other, with this version and a migration, while ten clients call. Exits with 1 if a call was refused or an
 * acknowledged project is missing. Needs haproxy. Not part of CI: it takes two minutes.
 */
const { values } = parseArgs({ options: { from: { type: 'string', default: 'HEAD' } } });
const STOP_DELAY_SECONDS = '3';
const DEPLOY = join(import.meta.dirname, '../../deploy');
const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'pimis-rolling-'));
chmodSync(folder, 0o755);
const children = new Set<ChildProcess>();

async function answersReady(port: number): Promise<void> {
  for await (const _ of every(100)) {
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (ready?.ok) return;
  }
}

/** The file that is shipped, without TLS and for any name. */
const proxyFile = (port: number, [one, two]: readonly [number, number]) =>
  readFileSync(join(DEPLOY, 'proxy/haproxy.cfg'), 'utf8')
    .replaceAll('/opt/pimis/deploy', DEPLOY)
    .replaceAll(/^ {2}(?:ssl-default|acl own|http-request (?:reject|redirect)).*\n/gm, '')
    .replace(/frontend plain\n(?: {2}.*\n)*/, '')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`);

async function main(): Promise<number> {
  const former = formerVersion(join(folder, 'former'), values.from);
  const next = nextVersion(join(folder, 'next'));
  const postgres = await startEmbeddedPostgres(join(folder, 'data'));
  const start = async (version: string, port: number, demo: string) => {
    const child = spawn(process.execPath, [join(version, 'apps/server/src/cli/main.ts'), 'serve'], {
      env: {
        ...process.env,
        NODE_ENV: '',
        DEMO: demo,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'data'),
        STOP_DELAY_SECONDS,
        // All clients have the same address.
        LOGIN_TRUSTED_NETWORKS: '127.0.0.0/8',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    const begun = performance.now();
    await Promise.race([answersReady(port), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error('A server has ended at its start.');
    return { child, seconds: (performance.now() - begun) / 1000 };
  };
  const ports = [await freePort(), await freePort()] as const;
  const servers: ChildProcess[] = [];
  for (const port of ports) servers.push((await start(former, port, '1')).child);
  const proxy = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, proxyFile(proxy, ports));
  const stopProxy = await startChildServer('/usr/sbin/haproxy', ['-db', '-f', file], {
    port: proxy,
    folder: join(folder, 'none'),
  });
  await delay(2_000);
  say(`two servers of ${values.from} run behind HAProxy`);

  const stopClients = startClients(`http://127.0.0.1:${proxy}`);
  await delay(5_000);
  for (const [index, port] of ports.entries()) {
    const old = servers[index];
    if (!old) continue;
    const gone = once(old, 'exit');
    old.kill('SIGTERM');
    await gone;
    const { child, seconds } = await start(next, port, '0');
    servers[index] = child;
    say(`server ${index + 1} runs the next version after ${seconds.toFixed(1)} s`);
    await delay(3_000);
  }
  const seen = await stopClients();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ code: string }>(`select code from projects where code like 'ROL-%'`);
  const ran = await client.query(`select from migrations where name = '9000_rolling_trial.sql'`);
  await client.end();
  const known = new Set(rows.map(({ code }) => code));
  const lost = seen.made.filter((code) => !known.has(code));
  say(
    `${seen.calls} calls, ${seen.refused.length} refused; the slowest took ${Math.round(seen.slowest.ms)} ms (${seen.slowest.call})`,
  );
  say(
    `${seen.made.length} projects were acknowledged, ${lost.length} of them are not there; the migration ${ran.rowCount === 1 ? 'ran' : 'did not run'}`,
  );
  for (const { at, call, outcome } of seen.refused.slice(0, 10))
    say(`${new Date(at).toISOString()} ${call}: ${outcome}`);
  for (const child of servers) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  await stopProxy();
  await postgres.stop();
  return seen.refused.length === 0 && lost.length === 0 && ran.rowCount === 1 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
