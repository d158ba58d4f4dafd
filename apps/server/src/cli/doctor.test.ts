import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepBackupFailure, keepLastBackup } from '../platform/storage/backup-state.ts';
import { startLiar } from '../testing/oidc/lying-provider.ts';
import { DIRECTORY_PASSWORD, GROUP, READER, TEMPLATE } from '../testing/directory/directory.ts';
import { startDouble } from '../testing/directory/double.ts';
import { freePort } from '../testing/child-server.ts';
import { useServer } from '../testing/server.ts';
import { databaseUrl } from '../testing/template.ts';
import { diagnose } from './doctor.ts';
import { isOnSameDisk, SETTINGS } from './doctor/settings.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'pimis-doctor-'));
let right: Record<string, string> = {};

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  mkdirSync(join(folder, 'data'));
  right = {
    DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://pimis.example.rs',
    TOKEN_SECRET: 'a secret of a server with 32 letters',
    BACKUP_URL: `file://${folder}/backups`,
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wrongOf = async (env: Record<string, string>) =>
  (await diagnose({ ...right, ...env })).filter(({ state }) => state === 'wrong').map(({ check }) => check);

/** A value that breaks each setting. Nothing listens on port 1. */
const BROKEN: Readonly<Record<(typeof SETTINGS)[number], Record<string, string>>> = {
  PORT: { PORT: 'mnogo' },
  HOST: { HOST: '203.0.113.7' },
  PUBLIC_URL: { PUBLIC_URL: 'ftp://pimis.example.rs' },
  DATABASE_URL: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
  DATA_DIR: { DATA_DIR: '/proc/version/data' },
  STORAGE_URL: {
    STORAGE_URL: 's3://files',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  },
  SMTP_URL: { SMTP_URL: 'smtp://127.0.0.1:1' },
  MAIL_FROM: { MAIL_FROM: 'nobody' },
  LDAP_URL: { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_USER_DN: 'uid={login}' },
  LDAP_USER_DN: { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_USER_DN: 'uid=name' },
  LDAP_TIMEOUT_MS: { LDAP_TIMEOUT_MS: '1' },
  LDAP_GROUPS: { LDAP_GROUPS: '/none/groups.json' },
  OIDC_PROVIDERS: { OIDC_PROVIDERS: '/none/providers.json' },
  REGISTRATION_ALLOWED: { REGISTRATION_ALLOWED: 'maybe' },
  HELP_ROOT: { HELP_ROOT: 'help' },
  HUB_ROOT: { HUB_ROOT: 'hub' },
  TOKEN_SECRET: { TOKEN_SECRET: 'short' },
  AUDIT_SECRET: { AUDIT_SECRET: 'short' },
  TOKEN_SECRET_FORMER: { TOKEN_SECRET_FORMER: 'short' },
  AUDIT_SECRET_FORMER: { AUDIT_SECRET_FORMER: `${'long '.repeat(8)},short` },
  DEMO: { DEMO: 'maybe' },
  LOG_LEVEL: { LOG_LEVEL: 'loud' },
  OPEN_DATA_PREFIX: { OPEN_DATA_PREFIX: 'oc4ids-' },
  OPEN_DATA_LICENSE: { OPEN_DATA_LICENSE: 'ftp://example.org' },
  BACKUP_TRIAL: { BACKUP_TRIAL: 'often' },
  BACKUP_TRIAL_FOLDER: { BACKUP_TRIAL_FOLDER: '/proc/version/trial' },
  BACKUP_TRIAL_KEY: { BACKUP_TRIAL_KEY: '/none/key' },
  ARCHIVE: { ARCHIVE: 'on' },
  ARCHIVE_SECONDS: { ARCHIVE_SECONDS: 'often' },
  ARCHIVE_KEEP: { ARCHIVE_KEEP: 'long' },
  RESTORE_GAP: { RESTORE_GAP: '-1' },
  STOP_DELAY_SECONDS: { STOP_DELAY_SECONDS: 'soon' },
  METRICS_PORT: { METRICS_PORT: 'many' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://127.0.0.1:4317' },
  OTEL_EXPORTER_OTLP_HEADERS: { OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' },
  METRICS_HOST: { METRICS_PORT: '9464', METRICS_HOST: '203.0.113.7' },
  LOGIN_LOCK_MINUTES: { LOGIN_LOCK_MINUTES: '0' },
  LOGIN_ADDRESS_FAILURES: { LOGIN_ADDRESS_FAILURES: '1' },
  LDAP_LOOKUP_DN: { LDAP_LOOKUP_DN: 'cn=pimis,dc=example,dc=rs' },
  LDAP_LOOKUP_PASSWORD: { LDAP_LOOKUP_PASSWORD: 'oznaka' },
  LDAP_LOOKUP_BASE: { LDAP_LOOKUP_BASE: 'dc=example,dc=rs' },
  LDAP_LOOKUP_FILTER: { LDAP_LOOKUP_FILTER: 'uid={login}' },
  LDAP_ABSENT: { LDAP_ABSENT: 'delete' },
  TRUSTED_PROXIES: { TRUSTED_PROXIES: '0.0.0.0/0' },
  LOGIN_TRUSTED_NETWORKS: { LOGIN_TRUSTED_NETWORKS: '10.0.0.0/99' },
  LOGIN_TRUSTED_FAILURES: { LOGIN_TRUSTED_FAILURES: '1' },
  LOGIN_ALL_FAILURES: { LOGIN_ALL_FAILURES: '1' },
  REFRESH_IDLE_MINUTES: { REFRESH_IDLE_MINUTES: '0' },
  REFRESH_TOTAL_HOURS: { REFRESH_TOTAL_HOURS: '0' },
  USERS_PER_ORGANIZATION: { USERS_PER_ORGANIZATION: '0' },
  BACKUP_REREAD_DAYS: { BACKUP_REREAD_DAYS: '0' },
  CLAMD_URL: { CLAMD_URL: 'tcp://127.0.0.1:1' },
  DOCUMENT_SIZE_LIMIT: { DOCUMENT_SIZE_LIMIT: '1' },
  BACKUP_URL: { BACKUP_URL: 'file:///proc/version/backups' },
  BACKUP_TIME: { BACKUP_TIME: '24:00' },
  BACKUP_EVERY: { BACKUP_EVERY: '7' },
  BACKUP_KEEP: { BACKUP_KEEP: '14' },
  BACKUP_PUBLIC_KEY: { BACKUP_PUBLIC_KEY: 'AGE-SECRET-KEY-1' },
  AUDIT_SYSLOG: { AUDIT_SYSLOG: 'tls://127.0.0.1:1' },
  AUDIT_FILE: { AUDIT_FILE: '/none/audit.jsonl' },
  WEBHOOK_INTERNAL_HOSTS: { WEBHOOK_INTERNAL_HOSTS: 'https://erp.example.rs' },
  MALLOC_ARENA_MAX: { MALLOC_ARENA_MAX: 'two' },
  NODE_EXTRA_CA_CERTS: { NODE_EXTRA_CA_CERTS: '/none/authority.pem' },
  SLOW_QUERY_MS: { SLOW_QUERY_MS: '0' },
  EXCHANGE_RATE_DAYS: { EXCHANGE_RATE_DAYS: '0' },
  READ_DATABASE_URL: { READ_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
  POOLED_DATABASE_URL: { POOLED_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
  READ_LAG_SECONDS: { READ_LAG_SECONDS: '0' },
};

describe('pimis doctor', () => {
  it('finds nothing wrong where nothing is, and changes nothing', async () => {
    expect(await wrongOf({})).toEqual([]);
    const { TOKEN_SECRET: _, ...own } = right;
    const findings = await diagnose(own);
    expect(findings).toContainEqual({ check: 'migrations', state: 'ok', text: 'the database is of this version' });
    expect(readdirSync(folder, { recursive: true })).toEqual(['data']);
    expect(await diagnose({ DATA_DIR: join(folder, 'later') })).toContainEqual({
      check: 'DATABASE_URL',
      state: 'note',
      text: 'the embedded PostgreSQL is made at the first start',
    });
    expect(readdirSync(folder, { recursive: true })).toEqual(['data']);
  });

  it.each(SETTINGS)('finds a wrong %s', async (setting) => {
    expect(await wrongOf(BROKEN[setting])).toEqual([setting]);
  });

  it('finds groups that the directory lacks, by their name', async () => {
    const directory = await startDouble(new Map([[READER, DIRECTORY_PASSWORD]]), null, new Map([[GROUP, { cn: 'x' }]]));
    const path = join(folder, 'groups.json');
    const named = (group: string) => ({ group, organization: '50112', role: 'Local_User' });
    const textOf = async (groups: object[]) => {
      writeFileSync(path, JSON.stringify(groups));
      const env = {
        ...right,
        LDAP_URL: directory.url,
        LDAP_USER_DN: TEMPLATE,
        LDAP_LOOKUP_DN: READER,
        LDAP_LOOKUP_PASSWORD: DIRECTORY_PASSWORD,
        LDAP_GROUPS: path,
      };
      return (await diagnose(env)).filter(({ check }) => check === 'LDAP_GROUPS').slice(-1);
    };
    expect(await textOf([named(GROUP)])).toEqual([
      { check: 'LDAP_GROUPS', state: 'ok', text: 'the directory has the groups' },
    ]);
    expect(await textOf([named(GROUP), named('cn=nema')])).toEqual([
      { check: 'LDAP_GROUPS', state: 'wrong', text: 'the directory has no cn=nema' },
    ]);
    for (const wrong of [[named('unos')], [named(GROUP), named(GROUP.toUpperCase())], [{ group: GROUP }]]) {
      expect((await textOf(wrong))[0]?.state, JSON.stringify(wrong)).toBe('wrong');
    }
    await directory.stop();
    rmSync(path);
  });

  it('finds a provider that does not answer, has no keys or has another time, by its id', async () => {
    const liar = await startLiar();
    const path = join(folder, 'providers.json');
    const settings = { id: 'eid', label: 'еИД', issuer: liar.issuer, clientId: 'pimis', clientSecret: 'marker' };
    writeFileSync(path, JSON.stringify([settings]));
    const textOf = async () =>
      (await diagnose({ ...right, OIDC_PROVIDERS: path })).filter(({ check }) => check === 'OIDC_PROVIDERS').slice(1);
    expect(await textOf()).toEqual([{ check: 'OIDC_PROVIDERS', state: 'ok', text: 'eid answers' }]);
    liar.lies = { answers: { '/keys': (response) => response.end('{"keys": []}') } };
    expect(await textOf()).toMatchObject([{ state: 'wrong', text: 'eid: The provider has no keys' }]);
    const keys = JSON.stringify({ keys: [{ kty: 'RSA' }] });
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    liar.lies = { answers: { '/keys': (response) => response.writeHead(200, { date }).end(keys) } };
    expect(await textOf()).toMatchObject([
      {
        state: 'wrong',
        text: expect.stringMatching(/^eid: its clock and the one of this machine are 3\d{3} seconds apart$/) as unknown,
      },
    ]);
    await liar.stop();
    expect(await textOf()).toMatchObject([{ state: 'wrong', text: expect.stringMatching(/^eid: /) as unknown }]);
    rmSync(path);
  });

  it('finds all wrong settings at once', async () => {
    expect(await wrongOf({ ...BROKEN.PORT, ...BROKEN.MAIL_FROM, ...BROKEN.SMTP_URL })).toEqual([
      'PORT',
      'MAIL_FROM',
      'SMTP_URL',
    ]);
  });

  it('finds settings that are right alone and wrong together', async () => {
    expect(await wrongOf({ METRICS_PORT: right.PORT ?? '' })).toEqual(['METRICS_PORT']);
    expect(await wrongOf({ BACKUP_TRIAL: 'sun 04:00', BACKUP_URL: '' })).toEqual(['BACKUP_TRIAL']);
  });

  it('finds other addresses that are not those of the same database', async () => {
    const textOf = async (env: Record<string, string>) =>
      (await diagnose({ ...right, ...env })).filter(({ state }) => state === 'wrong').map(({ text }) => text);
    const limited = `${right.DATABASE_URL}?options=-c%20statement_timeout%3D8000`;
    expect(await textOf({ POOLED_DATABASE_URL: limited })).toEqual([]);
    expect(await textOf({ POOLED_DATABASE_URL: right.DATABASE_URL ?? '' })).toEqual([
      expect.stringMatching(/^PgBouncer sets no statement_timeout: connect_query = /),
    ]);
    expect(await textOf({ POOLED_DATABASE_URL: inject('postgresUrl') })).toEqual([
      'is another database than DATABASE_URL',
    ]);
    expect(await textOf({ READ_DATABASE_URL: right.DATABASE_URL ?? '' })).toEqual(['is no replica: it accepts writes']);
  });

  it('shows no secret of an address, not even of one that no library can read', async () => {
    const env = {
      DATABASE_URL: 'postgresql://pimis:100%marker@127.0.0.1:1/none',
      READ_DATABASE_URL: 'postgresql://pimis@127.0.0.1:1/none?password=marker%20two',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://pimis:marker@127.0.0.1:1',
      PUBLIC_URL: 'https://pimis:marker@pimis.example.rs/path?x=1',
    };
    const found = await diagnose({ ...right, ...env });
    expect(found.filter(({ state }) => state === 'wrong').map(({ check }) => check)).toEqual([
      'PUBLIC_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'DATABASE_URL',
      'READ_DATABASE_URL',
    ]);
    expect(JSON.stringify(found)).not.toContain('marker');
  });

  it('tells another program on the port from PIMIS', async () => {
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((done) => other.listen(Number(right.PORT), '127.0.0.1', done));
    try {
      expect(await wrongOf({})).toEqual(['PORT']);
    } finally {
      await new Promise((done) => other.close(done));
    }
  });

  it('finds a database of another version, and a secret that others can read', async () => {
    await sql`insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'x')`.execute(server.context.db);
    expect(await wrongOf({})).toEqual(['migrations']);
    await sql`delete from migrations where name = '9999_of_tomorrow.sql'`.execute(server.context.db);
    writeFileSync(join(folder, 'data', 'token-secret'), 'a secret of a server with 32 letters', { mode: 0o644 });
    expect(await wrongOf({})).toEqual(['DATA_DIR']);
    rmSync(join(folder, 'data', 'token-secret'));
  });

  it('finds a daily backup that fails, or is old', async () => {
    const { db } = server.context;
    const last = {
      id: 'x',
      at: new Date().toISOString(),
      seconds: 1,
      tables: 1,
      rows: 1,
      files: 1,
      bytes: 1,
      newBytes: 1,
    };
    await keepLastBackup(db, { ...last, encrypted: false });
    expect(await wrongOf({})).toEqual([]);
    await keepBackupFailure(db, { at: last.at, reason: 'no space left' });
    expect(await wrongOf({})).toEqual(['BACKUP_URL']);
    await keepLastBackup(db, { ...last, encrypted: false, at: '2026-01-01T00:00:00.000Z' });
    expect(await wrongOf({})).toEqual(['BACKUP_URL']);
    await sql`delete from settings where key like 'backup.%'`.execute(db);
  });

  it('says when the backups are on the disk of the data', () => {
    const at = (backupUrl: string | undefined) => isOnSameDisk({ backupUrl, dataDir: join(folder, 'data-to-be') });
    expect(at(`file://${folder}/backups/to/be`)).toBe(true);
    // Another file system on every Linux.
    expect(at('file:///proc/backups')).toBe(false);
    expect([at('s3://bucket/prefix'), at(undefined)]).toEqual([false, false]);
  });

  it('knows every setting that docs/operations.md names', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const settings = page.split('## ').find((section) => section.startsWith('Settings')) ?? '';
    const named = [...settings.matchAll(/^\| ([A-Z_, ]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
    const others = [...settings.matchAll(/\bNODE_EXTRA_CA_CERTS\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(30);
    expect([...new Set([...named, ...others])].toSorted()).toEqual([...SETTINGS].toSorted());
  });
});
