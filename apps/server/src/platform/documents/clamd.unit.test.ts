import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setInterval as every } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { scan } from './clamd.ts';

const PROGRAM = ['/usr/sbin/clamd', '/usr/bin/clamd', '/usr/local/sbin/clamd'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);
/** The harmless file that every scanner finds, put together here so that none finds this one. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');
const folder = mkdtempSync(join(tmpdir(), 'pimis-clamd-'));
let clamd: ChildProcess | undefined;
afterAll(() => {
  clamd?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });

/** clamd on a port of its own, with a file of one signature. */
async function start(program: string): Promise<string> {
  const signature = Buffer.from(EICAR).toString('hex');
  writeFileSync(join(folder, 'test.ndb'), `Pimis-Test-Signature:0:0:${signature}\n`);
  const port = await freePort();
  const settings = [
    `DatabaseDirectory ${folder}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    'Foreground yes',
    'StreamMaxLength 1M',
  ];
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  clamd = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  for await (const _ of every(50)) {
    if (await answers(port)) return `tcp://127.0.0.1:${port}`;
    if (clamd.exitCode !== null) break;
  }
  throw new Error('clamd did not start');
}

if (PROGRAM === undefined) {
  process.stderr.write(
    '\n!!! clamd is not installed (apt-get install clamav-daemon): it was NOT tried with this product\n\n',
  );
  it('clamd is not installed: it was NOT tried with this product', () => {
    expect(PROGRAM).toBeUndefined();
  });
} else {
  describe('clamd', () => {
    it('finds what it has a signature of, and nothing else', { timeout: 60_000 }, async () => {
      const url = await start(PROGRAM);
      const content = (text: string) => Readable.from([Buffer.from(text)]);
      expect(await scan(url, content('Студија изводљивости'))).toEqual({ clean: true });
      const verdict = await scan(url, content(EICAR));
      expect(verdict).toMatchObject({ clean: false });
      expect(verdict).toHaveProperty('finding', expect.stringContaining('Pimis-Test-Signature'));
      // In pieces, the signature across two of them.
      const pieces = Readable.from([Buffer.from(EICAR.slice(0, 20)), Buffer.from(EICAR.slice(20))]);
      expect(await scan(url, pieces)).toMatchObject({ clean: false });
      // More than it takes is no verdict.
      const large = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024, 'a')));
      await expect(scan(url, large)).rejects.toThrow();
    });
  });
}
