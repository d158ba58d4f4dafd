import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../testing/server-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-own-command-'));
// A bucket that takes connections and never says a word.
const silent = createServer((socket) => socket.on('error', () => undefined));
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

const VERIFY = ['verify', 's3://bucket/backups', '--signer', 'a'.repeat(64)];
const environment = () => ({
  ...process.env,
  NODE_ENV: '',
  DATA_DIR: folder,
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(silent.address() as { port: number }).port}`,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
});

it('a command ends with the process that runs it, also when that one is killed', async () => {
  const script = `
    import { ownCommand } from ${JSON.stringify(join(import.meta.dirname, 'own-command.ts'))};
    await ownCommand({ dataDir: ${JSON.stringify(folder)} }, ${JSON.stringify(VERIFY)});`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(silent, 'connection');
  const [child = 0] = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').split(' ').map(Number);
  expect(runs(child)).toBe(true);
  const gone = once(parent, 'exit');
  parent.kill('SIGKILL');
  await gone;
  await expect.poll(() => runs(child), { timeout: 10_000 }).toBe(false);
});

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)(
  'a command that gets %s ends in order, so that a database of its own ends with it',
  async (signal, code) => {
    const main = join(import.meta.dirname, '../cli/main.ts');
    const child = spawn(process.execPath, [main, ...VERIFY], {
      env: environment(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const gone = once(child, 'exit');
    await once(silent, 'connection');
    child.kill(signal);
    expect(await gone).toEqual([code, null]);
  },
);
