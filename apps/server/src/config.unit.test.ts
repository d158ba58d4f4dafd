import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './settings/read.ts';

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
  { AUDIT_SYSLOG: 'tls://name:password@127.0.0.1:6514' },
  { AUDIT_SYSLOG: 'tcp://127.0.0.1:514' },
  { AUDIT_SYSLOG: 'tls://127.0.0.1/path' },
  { AUDIT_FILE: '/none/audit.jsonl' },
  { AUDIT_FILE: tmpdir() },
  { AUDIT_SYSLOG: 'tls://127.0.0.1', AUDIT_FILE: join(tmpdir(), 'audit.jsonl') },
  { ARCHIVE: 'yes', BACKUP_URL: 'file:///backups' },
  { ARCHIVE: 'on' },
  { ARCHIVE: 'on', BACKUP_URL: 'file:///backups', DATABASE_URL: 'postgresql://name:password@127.0.0.1/pimis' },
  { ARCHIVE_SECONDS: '0' },
  { ARCHIVE_KEEP: '8w' },
  { WEBHOOK_INTERNAL_HOSTS: 'erp.example.rs:8080' },
  { WEBHOOK_INTERNAL_HOSTS: '10.0.0.0/8' },
  { WEBHOOK_INTERNAL_HOSTS: '*.example.rs' },
])('refuses %j, and does not repeat it', (env) => {
  const read = () => loadConfig({ DATA_DIR: folder, ...env }, { demo: false });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/password/);
});

it('hosts of the own network are names and addresses, in small letters', () => {
  const read = (text: string) =>
    loadConfig({ DATA_DIR: folder, WEBHOOK_INTERNAL_HOSTS: text }, { demo: false }).webhookInternalHosts;
  expect(read('')).toEqual([]);
  expect(read('ERP.example.rs, 10.1.2.3,fd00::1,')).toEqual(['erp.example.rs', '10.1.2.3', 'fd00::1']);
});

it('the archive is off unless it is asked for, and goes back eight days with a minute lost', () => {
  const read = (env: Record<string, string>) =>
    loadConfig({ DATA_DIR: folder, BACKUP_URL: 'file:///backups', ...env }, { demo: false }).archive;
  expect(read({})).toBeUndefined();
  expect(read({ ARCHIVE: 'off', ARCHIVE_SECONDS: '5' })).toBeUndefined();
  expect(read({ ARCHIVE: 'on' })).toEqual({ seconds: 60, keepMs: 8 * 86_400_000 });
  expect(read({ ARCHIVE: 'on', ARCHIVE_SECONDS: '1', ARCHIVE_KEEP: '36h' })).toEqual({
    seconds: 1,
    keepMs: 36 * 3_600_000,
  });
});

it('the log store of syslog has the port of RFC 5425 unless it names another', () => {
  const read = (url: string) => loadConfig({ DATA_DIR: folder, AUDIT_SYSLOG: url }, { demo: false }).auditSyslog;
  expect(read('tls://logs.example.rs')).toBe('tls://logs.example.rs:6514');
  expect(read('tls://[::1]:99/')).toBe('tls://[::1]:99');
});

it('reads former secrets; those of the tokens signed the audit log too while it had no secret of its own', () => {
  const [one, two, three] = ['first', 'second', 'third'].map((name) => name.padEnd(32, '-'));
  const read = (env: Record<string, string | undefined>) => {
    const config = loadConfig({ DATA_DIR: folder, ...env }, { demo: false });
    const texts = (list: readonly Uint8Array[]) => list.map((secret) => new TextDecoder().decode(secret));
    return [texts(config.formerTokenSecrets), texts(config.formerAuditSecrets)];
  };
  expect(read({})).toEqual([[], []]);
  expect(read({ TOKEN_SECRET: one, TOKEN_SECRET_FORMER: `${two}, ${three}` })).toEqual([
    [two, three],
    [two, three],
  ]);
  const own = { AUDIT_SECRET: one, AUDIT_SECRET_FORMER: three };
  expect(read({ TOKEN_SECRET: one, TOKEN_SECRET_FORMER: two, ...own })).toEqual([[two], [three]]);
  writeFileSync(join(folder, 'token-secret-former'), `${three}\n`);
  expect(read({})).toEqual([[three], [three]]);
  rmSync(join(folder, 'token-secret-former'));
  const short = () => read({ TOKEN_SECRET_FORMER: `${one},password` });
  expect(short).toThrow(ConfigError);
  expect(short).not.toThrow(/password/);
});
