import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { newestContents } from './modules/documents/storage/newest-contents.ts';
import { demoProblem, openDemoAccounts } from './seed/demo-guard.ts';
import { type Ended, LAUNCHER, runProgram, runSubcommand } from './testing/command-line.ts';
import { useCommands } from './testing/own-process.ts';
import { createProject, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';
import { databaseUrl } from './testing/template.ts';
import { ApiError } from './platform/errors.ts';
import { openFileStore } from './platform/storage/files.ts';
import { acceptSecret, foreignSecrets, keepSecretMarks, requireOwnSecrets } from './platform/audit/secret-marks.ts';
import {
  acceptStore,
  claimStore,
  guardedStore,
  requireOwnStore,
  STORE_MARK,
  WrongStore,
} from './platform/storage/store-mark.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'pimis-marks-'));
const storeUrl = pathToFileURL(join(folder, 'served')).href;
const start = useCommands(server, { STORAGE_URL: storeUrl });
const secretOf = (written: string) => new TextEncoder().encode(written.padEnd(32, '-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => server.context.db.deleteFrom('settings').where('key', 'in', KEYS).execute());
const KEYS = ['installation.secrets', 'installation.store', 'demo'];

const rowsOf = (subjectId: string) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['operation', 'detail'])
    .where('subject_type', '=', 'installation')
    .where('subject_id', '=', subjectId)
    .execute();

const storeIn = (name: string) =>
  openFileStore({ storageUrl: pathToFileURL(join(folder, name)).href, dataDir: folder });

async function run(args: string[], env: Record<string, string>): Promise<Ended> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  const settings = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''),
    DATA_DIR: server.context.config.dataDir,
    STORAGE_URL: storeUrl,
    AUDIT_SECRET: new TextDecoder().decode(server.context.config.auditSecret),
    ...env,
  };
  const at = { cwd: folder, env: settings };
  // A start that fails ends its process.
  return ['start', 'serve', 'worker'].includes(args[0] ?? '')
    ? runProgram(LAUNCHER, args, at)
    : runSubcommand(args, at);
}

describe('the secrets of an installation', () => {
  it('are known by marks that do not reveal them', async () => {
    const { db: own, config: settings } = server.context;
    await keepSecretMarks(own, settings);
    await keepSecretMarks(own, settings);
    const kept = await own.selectFrom('settings').select('value').where('key', '=', 'installation.secrets').execute();
    expect(JSON.stringify(kept)).not.toContain(new TextDecoder().decode(settings.tokenSecret));
    expect(kept).toEqual([
      {
        value: {
          TOKEN_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          AUDIT_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    ]);
    const others = { ...settings, tokenSecret: secretOf('another'), auditSecret: settings.auditSecret };
    await expect(keepSecretMarks(own, others)).rejects.toThrow(
      'TOKEN_SECRET is another than that of this installation.',
    );
    const both = { ...settings, tokenSecret: secretOf('another'), auditSecret: secretOf('another') };
    await expect(requireOwnSecrets(own, both)).rejects.toThrow(
      'AUDIT_SECRET is another than that of this installation.',
    );
    expect(await foreignSecrets(own, both)).toEqual(['TOKEN_SECRET', 'AUDIT_SECRET']);
  });

  it('are compared with the audit log where no mark is kept yet', async () => {
    const { db: own, config: settings } = server.context;
    const other = { ...settings, tokenSecret: settings.tokenSecret, auditSecret: secretOf('another') };
    await createProject(server, 'local.user');
    await expect(keepSecretMarks(own, other)).rejects.toThrow('AUDIT_SECRET is another');
    expect(await foreignSecrets(own, other)).toEqual([]);
  });

  it('change on purpose, with an audit row', async () => {
    const { db: own, config: settings } = server.context;
    await keepSecretMarks(own, settings);
    const others = { ...settings, tokenSecret: secretOf('next'), auditSecret: settings.auditSecret };
    await acceptSecret(own, others, 'TOKEN_SECRET');
    await requireOwnSecrets(own, others);
    await expect(acceptSecret(own, others, 'TOKEN_SECRET')).rejects.toThrow('already');
    await expect(acceptSecret(own, others, 'AUDIT_SECRET')).rejects.toThrow('already');
    expect((await rowsOf('TOKEN_SECRET')).map(({ operation }) => operation)).toEqual(['system.secret']);
    const both = { ...settings, tokenSecret: secretOf('third'), auditSecret: secretOf('third') };
    await expect(acceptSecret(own, both, 'TOKEN_SECRET')).rejects.toThrow('AUDIT_SECRET is another');
  });

  it('stop a start and a command with one sentence, until one is accepted', async () => {
    await start(['serve'], /^PIMIS: /m);
    const changed = { TOKEN_SECRET: 'a changed secret of at least 32 letters' };
    for (const args of [['serve'], ['worker'], ['unlock', 'admin'], ['audit-verify']]) {
      const refused = await run(args, changed);
      expect(refused, args[0]).toMatchObject({ code: 1, out: '' });
      expect(refused.err, args[0]).toMatch(/^TOKEN_SECRET is another than that of this installation\. [^\n]+\n$/);
    }
    const audit = await run(['serve'], { AUDIT_SECRET: 'another secret of at least 32 letters' });
    expect(audit).toMatchObject({ code: 1, out: '' });
    expect(audit.err).toMatch(/^AUDIT_SECRET is another than that of this installation\. [^\n]+\n$/);
    const doctor = await run(['doctor'], changed);
    expect(doctor.out).toMatch(/^WRONG +TOKEN_SECRET +TOKEN_SECRET is another/m);
    expect((await server.call(null, 'GET', 'health/ready')).httpStatus).toBe(200);

    expect(await run(['accept-secret', 'TOKEN_SECRET'], changed)).toMatchObject({ code: 0, err: '' });
    expect(await run(['unlock', 'admin'], changed)).toMatchObject({ code: 0, err: '' });
    // A server that still has the former one is not ready.
    const ready = async () => (await server.call(null, 'GET', 'health/ready')).status.name;
    await expect.poll(ready).toBe('ServiceUnavailable');
    expect((await run(['accept-secret', 'DATABASE_URL'], changed)).code).toBe(2);
  });
});

describe('the store of an installation', () => {
  it('gets the mark at the first start, and is asked for it from then on', async () => {
    const { db } = server.context;
    const files = await storeIn('first');
    await files.check();
    const mark = await claimStore(db, files, newestContents);
    expect((await text(await files.get(STORE_MARK))).trim()).toBe(mark);
    expect(await claimStore(db, files, newestContents)).toBe(mark);
    await requireOwnStore(db, files);

    // Its disk is not mounted: an empty folder in the same place.
    const own = guardedStore(files, mark, 0);
    await own.check();
    renameSync(join(folder, 'first'), join(folder, 'unmounted'));
    mkdirSync(join(folder, 'first'));
    await expect(own.check()).rejects.toThrow(WrongStore);
    const refused = own.put('documents/a', Readable.from(['a']), 10);
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 'StorageUnavailable' });
    await expect(claimStore(db, files, newestContents)).rejects.toThrow(/^STORAGE_URL: the store has not the mark/);
    rmSync(join(folder, 'first'), { recursive: true });
    renameSync(join(folder, 'unmounted'), join(folder, 'first'));
    await own.check();
    expect(await own.put('documents/a', Readable.from(['a']), 10)).toMatchObject({ size: 1 });

    const other = await storeIn('other');
    await other.check();
    await other.put(STORE_MARK, Readable.from(['00000000-0000-0000-0000-000000000000']), 100);
    await expect(claimStore(db, other, newestContents)).rejects.toThrow('has the mark of another installation');
    await expect(acceptStore(db, other)).rejects.toThrow('has the mark of another installation');
    await other.remove(STORE_MARK);
    await acceptStore(db, other);
    await requireOwnStore(db, other);
    expect((await rowsOf('STORAGE_URL')).map(({ operation }) => operation)).toEqual(['system.store']);
  });

  it('gets no mark if it cannot store anything', async () => {
    const { db } = server.context;
    const open = await storeIn('full');
    await open.check();
    const full = { ...open, get: open.get.bind(open), put: () => Promise.reject(new Error('no room')) };
    await expect(claimStore(db, full, () => Promise.resolve([]))).rejects.toThrow('no room');
    await expect(acceptStore(db, full)).rejects.toThrow('no room');
    const kept = db.selectFrom('settings').select('key').where('key', '=', 'installation.store').execute();
    expect(await kept).toEqual([]);
  });

  it('is known by its documents where neither has a mark, or a copy has none', async () => {
    const { db, files, config } = server.context;
    const code = await createProject(server, 'local.user');
    await upload(server, 'local.user', code);
    const empty = await storeIn('empty');
    await empty.check();
    await expect(claimStore(db, empty, newestContents)).rejects.toThrow('its disk may not be mounted');
    const mark = await claimStore(db, files, newestContents);
    cpSync(join(config.dataDir, 'files', 'documents'), join(folder, 'copied', 'documents'), { recursive: true });
    expect(await claimStore(db, await storeIn('copied'), newestContents)).toBe(mark);
    await db.deleteFrom('settings').where('key', '=', 'installation.store').execute();
    // A start that was cut off between the store and the database.
    expect(await claimStore(db, files, newestContents)).toBe(mark);
    await files.remove(STORE_MARK);
  });

  it('makes a server unready as soon as it is gone', async () => {
    await server.context.db.deleteFrom('document_revisions').execute();
    rmSync(join(folder, 'served'), { recursive: true, force: true });
    const { found } = await start(['serve'], /^PIMIS: (\S+)$/m);
    const ready = () => fetch(`${found[1]}/api/health/ready`).then(({ status }) => status);
    expect(await ready()).toBe(200);
    renameSync(join(folder, 'served'), join(folder, 'gone'));
    mkdirSync(join(folder, 'served'));
    await expect.poll(ready).toBe(503);
    const doctor = await run(['doctor'], {});
    expect(doctor.out).toMatch(/^WRONG +STORAGE_URL +the store has not the mark/m);
    const refused = await run(['serve'], {});
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^STORAGE_URL: [^\n]+\n$/) as string });
    // Another disk takes its place.
    expect(await run(['accept-store'], {})).toMatchObject({ code: 0, err: '' });
    await expect.poll(ready).toBe(200);
    rmSync(join(folder, 'served', 'installation-mark'));
    await expect.poll(ready).toBe(503);
    rmSync(join(folder, 'served'), { recursive: true });
    renameSync(join(folder, 'gone'), join(folder, 'served'));
    await expect.poll(ready).toBe(200);
  });
});

describe('demo accounts', () => {
  it('are opened in no database that has people', async () => {
    const { db } = server.context;
    expect(await demoProblem(db)).toBeNull();
    expect(await openDemoAccounts(db)).toEqual([]);
    await db.updateTable('users').set({ login: 'prava.osoba' }).where('login', '=', 'evaluator').execute();
    try {
      const problem = await demoProblem(db);
      expect(problem).toMatch(/an account that the demo did not make: prava\.osoba$/);
      for (const args of [['start'], ['seed', '--projects', '1']]) {
        const refused = await run(args, { DEMO: '1' });
        expect(refused.code, args[0]).toBe(1);
        expect(refused.err, args[0]).toMatch(/^DEMO: [^\n]+prava\.osoba\. [^\n]+\n$/);
      }
      expect(await db.selectFrom('users').select('id').where('login', '=', 'evaluator').execute()).toEqual([]);
      const doctor = await run(['doctor'], { DEMO: '1' });
      expect(doctor.out).toMatch(/^WRONG +DEMO +demo accounts have a published password/m);
      expect(doctor.out).toMatch(/^WRONG +DEMO +the published password of the demo opens admin, /m);
      // People add others to a demo.
      await db.insertInto('settings').values({ key: 'demo', value: 'true' }).execute();
      expect(await demoProblem(db)).toBeNull();
    } finally {
      await db.updateTable('users').set({ login: 'evaluator' }).where('login', '=', 'prava.osoba').execute();
    }
  });
});
