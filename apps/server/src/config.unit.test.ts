import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [{}, 'http://localhost:3000'],
  [{ PORT: '8080', HOST: '127.0.0.1' }, 'http://localhost:8080'],
  [{ HOST: '::1' }, 'http://localhost:3000'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
  [{ HOST: '10.1.2.3' }, 'http://10.1.2.3:3000'],
  [{ HOST: 'fd00::1' }, 'http://[fd00::1]:3000'],
  [{ PUBLIC_URL: 'https://pimis.example.rs/' }, 'https://pimis.example.rs'],
])('with %j people use %s', (env, address) => {
  expect(loadConfig({ DATA_DIR: folder, ...env }, { demo: false }).publicUrl).toBe(address);
});

it.each([
  { PUBLIC_URL: 'https://pimis.example.rs/pimis' },
  { PUBLIC_URL: 'https://pimis.example.rs?x=1' },
  { PUBLIC_URL: 'https://name:password@pimis.example.rs' },
  { BACKUP_TRIAL: 'sun 04:00 daily' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://name:password@127.0.0.1:4318' },
])('refuses %j, and does not repeat it', (env) => {
  const read = () => loadConfig({ DATA_DIR: folder, ...env }, { demo: false });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/password/);
});
