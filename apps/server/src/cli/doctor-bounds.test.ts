import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideChecks } from './doctor/outside-checks.ts';
import { readSettings, unwise } from './doctor/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-bounds-'));
const MOST_MS = 20_000;
let silent: Server;
let port = 0;

beforeAll(async () => {
  // Takes connections and never says a word.
  silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the doctor', () => {
  it.each(['300.1.1.1', 'a b', '[::1', 'x/y'])('names HOST=%s, and goes on', (host) => {
    const env = { HOST: host, DATA_DIR: folder };
    const { findings, config } = readSettings(env, { demo: false });
    expect(findings).toContainEqual({
      check: 'HOST',
      state: 'wrong',
      text: `must be a name or an address of this machine, not "${host}"`,
    });
    expect(unwise(config, env).map(({ check }) => check)).toContain('PUBLIC_URL');
  });

  it.each(['127.0.0.1', '::', '0.0.0.0', 'pimis.example.rs', 'localhost'])('takes HOST=%s', (host) => {
    const { findings } = readSettings({ HOST: host, DATA_DIR: folder }, { demo: false });
    expect(findings).toContainEqual({ check: 'HOST', state: 'ok', text: 'set' });
  });

  it('names a bucket that is silent within seconds', async () => {
    const aws = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const before = { ...process.env };
    Object.assign(process.env, aws);
    try {
      const { config } = readSettings({ DATA_DIR: folder, STORAGE_URL: 's3://files', PORT: '0' }, { demo: false });
      const begun = performance.now();
      const found = await outsideChecks(config);
      expect(performance.now() - begun).toBeLessThan(MOST_MS);
      expect(found).toContainEqual({
        check: 'STORAGE_URL',
        state: 'wrong',
        text: expect.stringContaining('The bucket files cannot be used') as string,
      });
    } finally {
      for (const name of Object.keys(aws)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});
