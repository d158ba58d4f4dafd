import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys } from '../backup/encryption.ts';
import { openPlace } from '../backup/place.ts';
import { SILENT } from '../backup/progress.ts';
import { signerOf } from '../backup/signature.ts';
import { exportHead } from '../modules/audit/chain.ts';
import { audit } from '../platform/audit/audit.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { embeddedFolder, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { useArchivedMachine } from '../testing/archive.ts';
import { runProgram } from '../testing/command-line.ts';
import { makeBase } from './make-base.ts';
import { putSealed } from './sealed-object.ts';
import { requireSegment, segmentKey } from './segments.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine();
const MAIN = join(import.meta.dirname, '../cli/main.ts');
const targets: string[] = [];
let identity = '';
let shipper: Shipper;
let keyFile = '';

const at = async () => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(machine.context.db);
  return rows[0]?.at.toISOString() ?? '';
};
const note = (value: string) =>
  sql`insert into settings (key, value) values (${`note.${value}`}, '1')`.execute(machine.context.db);
/** Ends the segment and sends it. */
async function send(): Promise<string> {
  const name = await machine.endSegment();
  await expect.poll(() => readdirSync(archivedFolder(machine.postgres.folder))).toContain(name);
  expect(await shipper.round()).toBe(true);
  return name;
}
const base = async () =>
  makeBase({
    config: machine.config,
    url: machine.postgres.url,
    folder: machine.postgres.folder,
    place: await openPlace(machine.place),
    progress: SILENT,
    now: new Date(),
  });

beforeAll(async () => {
  const keys = await makeKeys();
  identity = keys.identity;
  keyFile = join(machine.folder, 'key');
  writeFileSync(keyFile, identity);
  machine.config = { ...machine.config, backupPublicKey: keys.recipient };
  const source = { url: machine.postgres.url, folder: machine.postgres.folder };
  shipper = new Shipper({ ...machine.context, config: machine.config }, source, (state) => {
    state.documents ??= 0;
  });
});
afterAll(() => shipper.close());
afterEach(() => {
  for (const dataDir of targets.splice(0)) {
    rmSync(embeddedFolder(dataDir), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});

interface Restored {
  code: number;
  said: string;
  dataDir: string;
}

/** Restores on an empty machine. */
async function restore(
  args: readonly string[],
  { place = machine.place, key = keyFile, env = {} } = {},
): Promise<Restored> {
  const dataDir = mkdtempSync(join(machine.folder, 'target-'));
  targets.push(dataDir);
  const signer = signerOf(machine.config.auditSecret);
  const own = { ...process.env, NODE_ENV: '', DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent', ...env };
  const { code, out, err } = await runProgram(
    process.execPath,
    [MAIN, 'restore', place, '--quiet', '--signer', signer, ...(key === '' ? [] : ['--key', key]), ...args],
    { cwd: machine.folder, env: own },
  );
  return { code, said: out + err, dataDir };
}

/** Works with a restored database. */
async function inRestored<Result>(
  { dataDir, said, code }: Restored,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  expect(code, said).toBe(0);
  const postgres = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

const notes = async (client: pg.Client) => {
  const { rows } = await client.query<{ key: string }>(`select key from settings where key like 'note.%' order by key`);
  return rows.map(({ key }) => key.replace('note.', ''));
};

describe('pimis restore --to', () => {
  it('brings everything that was sent back, and the moment that is asked for', async () => {
    const { db, files } = machine.context;
    await note('a');
    await shipper.round();
    const early = await at();
    await base();
    // The chain of the audit log, and a document.
    await audit(db, { user: null }, { operation: 'export.backup', subjectType: 'backup', subjectId: 'x' });
    await exportHead({ ...machine.context, config: machine.config });
    const { key, hash, size } = await files.put('documents/one', Readable.from(['садржај']), 100);
    await db.connection().execute(async (one) => {
      await sql`set session_replication_role = replica`.execute(one);
      await sql`insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
        values (1, 1, '', 'a.txt', 'txt', ${size}, ${hash}, '', 'text/plain', ${key})`.execute(one);
      await sql`set session_replication_role = origin`.execute(one);
    });
    await note('b');
    await send();
    const between = await at();
    await note('c');
    await send();
    await note('lost');

    const latest = await restore(['--to', 'latest']);
    await inRestored(latest, async (client) => {
      expect(await notes(client)).toEqual(['a', 'b', 'c']);
      const { rows } = await client.query(`select detail from audit_log where operation = 'system.restore'`);
      expect(rows).toMatchObject([{ detail: { after: { seal: '1' } } }]);
    });
    expect(latest.said).toContain('1 documents, 0 missing');
    expect(readFileSync(join(latest.dataDir, 'files/documents/one'), 'utf8')).toBe('садржај');
    expect(readFileSync(join(latest.dataDir, 'audit-secret'), 'utf8')).toBe(
      new TextDecoder().decode(machine.config.auditSecret),
    );
    expect(readdirSync(join(latest.dataDir, 'audit-heads'))).toHaveLength(1);
    expect(existsSync(join(latest.dataDir, 'restoring'))).toBe(false);

    const then = await restore(['--to', between]);
    expect(await inRestored(then, notes)).toEqual(['a', 'b']);
    const own = { ...process.env, NODE_ENV: '', DATA_DIR: then.dataDir, DATABASE_URL: '' };
    const verified = await runProgram(process.execPath, [MAIN, 'audit-verify'], { cwd: machine.folder, env: own });
    expect(verified).toMatchObject({ code: 0 });
    // A database is no empty target.
    const again = await runProgram(
      process.execPath,
      [
        MAIN,
        'restore',
        machine.place,
        '--to',
        'latest',
        '--key',
        keyFile,
        '--signer',
        signerOf(machine.config.auditSecret),
      ],
      { cwd: machine.folder, env: own },
    );
    expect(again.code).toBe(1);
    expect(again.err).toContain('DATA_DIR is not empty');

    const before = await restore(['--to', early]);
    expect(before.code).toBe(1);
    expect(before.said).toContain('does not go back so far');
    const later = await restore(['--to', '2126-01-01T00:00Z']);
    expect(later).toMatchObject({ code: 1 });
    expect(later.said).toContain('The archive ends at');
    for (const { dataDir } of [before, later]) {
      expect(readdirSync(dataDir).filter((name) => name !== 'files')).toEqual([]);
    }
    const copy = await restore(['--to', 'latest', '--copy']);
    await inRestored(copy, async (client) => {
      const { rows } = await client.query(`select from settings where key = 'copy'`);
      expect(rows).toHaveLength(1);
    });
  });
});

describe('pimis restore --to, with an archive that is not whole,', () => {
  const refused = async (args: readonly string[], says: RegExp, options: Parameters<typeof restore>[1] = {}) => {
    const { code, said, dataDir } = await restore(args, options);
    expect(code, said).not.toBe(0);
    expect(said).toMatch(says);
    // Neither a database nor a secret; an empty folder is no installation.
    const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'files');
    expect(left).toEqual([]);
    expect(existsSync(embeddedFolder(dataDir))).toBe(false);
  };
  const latest = ['--to', 'latest'];

  it('refuses what is damaged, forged, missing or for another key, and leaves nothing', async () => {
    const whole = await at();
    await note('d');
    await send();
    await note('e');
    const middle = await send();
    const moment = await at();
    await note('f');
    await send();
    const copies = join(machine.folder, 'copies');
    const copy = () => {
      rmSync(copies, { recursive: true, force: true });
      cpSync(machine.place, copies, { recursive: true });
      return copies;
    };
    const system = readdirSync(join(machine.place, 'wal'))[0] ?? '';
    const segment = segmentKey(system, requireSegment(middle));
    const bases = join('wal', system, 'bases');
    const newest = join(bases, readdirSync(join(machine.place, bases)).toSorted().at(-1) ?? '');

    await refused(latest, /encrypted: name the file/, { key: '' });
    const other = join(machine.folder, 'other-key');
    writeFileSync(other, (await makeKeys()).identity);
    await refused(latest, /encrypted for another key/, { key: other });
    await refused(['--to', 'yesterday'], /--to is latest, or a moment/);
    await refused(latest, /unset DATABASE_URL/, { env: { DATABASE_URL: 'postgresql://127.0.0.1:1/x' } });
    await refused(latest, /TOKEN_SECRET is not that of the backup/, { env: { TOKEN_SECRET: 'another one'.repeat(5) } });

    let place = copy();
    rmSync(join(place, segment));
    await refused(latest, new RegExp(`hole: segment ${middle} is missing`), { place });
    // What comes before the hole can still be reached; what comes after it cannot.
    await refused(['--to', moment], /has a hole/, { place });
    expect(await inRestored(await restore(['--to', whole], { place }), notes)).toEqual(['a', 'b', 'c', 'lost']);

    place = copy();
    const bytes = readFileSync(join(place, segment));
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
    writeFileSync(join(place, segment), bytes);
    await refused(latest, /./, { place });

    // A segment of a stranger, in the place of ours.
    place = copy();
    const forged = { system, name: middle, at: moment, open: () => Readable.from([Buffer.alloc(16 * 1024 * 1024)]) };
    const stranger = new TextEncoder().encode('the audit secret of a stranger to this');
    await putSealed(await openPlace(place), segment, forged, { auditSecret: stranger, recipient: null });
    await refused(latest, /was signed by another installation/, { place });

    place = copy();
    const pack = join(place, newest, 'pack-0');
    truncateSync(pack, statSync(pack).size - 100);
    await refused(latest, /./, { place });

    place = copy();
    rmSync(join(place, newest, 'manifest'));
    await refused(latest, /no complete base/, { place });
  });
});
