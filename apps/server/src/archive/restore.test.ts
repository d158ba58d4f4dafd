import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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
import { runSubcommand } from '../testing/command-line.ts';
import { makeBase } from './make-base.ts';
import { putSealed } from './sealed-object.ts';
import { requireSegment, SEGMENT_BYTES, segmentKey } from './segments.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine();
const MAIN = join(import.meta.dirname, '../cli/main.ts');
const targets: string[] = [];
let identity = '';
let shipper: Shipper;
let keyFile = '';
/** A moment before the first base. */
let early = '';

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
  { place = machine.place, key = keyFile, env = {}, dataDir = mkdtempSync(join(machine.folder, 'target-')) } = {},
): Promise<Restored> {
  targets.push(dataDir);
  const signer = signerOf(machine.config.auditSecret);
  const own = { ...environment(dataDir), ...env };
  const { code, out, err } = await runSubcommand(
    ['restore', place, '--quiet', '--signer', signer, ...(key === '' ? [] : ['--key', key]), ...args],
    { cwd: machine.folder, env: own },
  );
  return { code, said: out + err, dataDir };
}

const environment = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: '',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  LOG_LEVEL: 'silent',
});

/** The arguments of a restore of everything. */
const latestOf = (place: string) => {
  const signer = signerOf(machine.config.auditSecret);
  return ['restore', place, '--to', 'latest', '--key', keyFile, '--signer', signer];
};

const pimis = (args: readonly string[], dataDir: string) =>
  runSubcommand(args, { cwd: machine.folder, env: environment(dataDir) });

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
    early = await at();
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
    expect(latest.said).toContain('1 document, 0 missing');
    expect(readFileSync(join(latest.dataDir, 'files/documents/one'), 'utf8')).toBe('садржај');
    expect(readFileSync(join(latest.dataDir, 'audit-secret'), 'utf8')).toBe(
      new TextDecoder().decode(machine.config.auditSecret),
    );
    expect(readdirSync(join(latest.dataDir, 'audit-heads'))).toHaveLength(1);
    expect(existsSync(join(latest.dataDir, 'restoring'))).toBe(false);

    // A path with characters special to PostgreSQL or a shell; the database stays in it also where root starts it.
    const odd = mkdtempSync(join(tmpdir(), `pimis 100%p "$HOME" 'it' \`id\` -`));
    chmodSync(odd, 0o755);
    const then = await restore(['--to', between], { dataDir: odd });
    expect(await inRestored(then, notes)).toEqual(['a', 'b']);
    // A database is no empty target.
    expect((await pimis(['audit-verify'], then.dataDir)).code).toBe(0);
    const refused = await pimis([...latestOf(machine.place), '--quiet'], then.dataDir);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('DATA_DIR is not empty');
  });
});

describe('pimis restore --to, with an archive that is not whole,', () => {
  /** A restore that is refused: how a copy of the place is spoiled before it, and the message. */
  interface Refused {
    says: RegExp;
    spoil?: (place: string) => Promise<void> | void;
    args?: string[];
  }

  /** Tries all of them on the same empty machine, one after the other. */
  async function refuseAll(refusals: readonly Refused[], env: Record<string, string> = {}): Promise<void> {
    const dataDir = mkdtempSync(join(machine.folder, 'target-'));
    targets.push(dataDir);
    for (const [
      index,
      { spoil = () => undefined, args = ['--to', 'latest', '--key', keyFile], says },
    ] of refusals.entries()) {
      const place = join(machine.folder, `copy-${index}`);
      rmSync(place, { recursive: true, force: true });
      cpSync(machine.place, place, { recursive: true });
      await spoil(place);
      const call = ['restore', place, '--quiet', '--signer', signerOf(machine.config.auditSecret), ...args];
      const { code, out, err } = await runSubcommand(call, {
        cwd: machine.folder,
        env: { ...environment(dataDir), ...env },
      });
      expect(code, out + err).toBeGreaterThan(0);
      expect(err).toMatch(says);
    }
    // Neither a database nor a secret is left; an empty folder of files does not matter.
    const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'files');
    expect(left).toEqual([]);
    expect(existsSync(embeddedFolder(dataDir))).toBe(false);
  }

  it('refuses what is damaged, forged, missing or for another key, and leaves nothing', async () => {
    const whole = await at();
    await note('d');
    await send();
    await note('e');
    const middle = await send();
    const moment = await at();
    await note('f');
    await send();
    const system = readdirSync(join(machine.place, 'wal'))[0] ?? '';
    const segment = segmentKey(system, requireSegment(middle));
    const bases = join('wal', system, 'bases');
    const newest = join(bases, readdirSync(join(machine.place, bases)).toSorted().at(-1) ?? '');
    const other = join(machine.folder, 'other-key');
    writeFileSync(other, (await makeKeys()).identity);
    const hole = (place: string) => rmSync(join(place, segment));
    const stranger = new TextEncoder().encode('the audit secret of a stranger to this');

    await refuseAll([
      { says: /encrypted: name the file/, args: ['--to', 'latest'] },
      { says: /encrypted for another key/, args: ['--to', 'latest', '--key', other] },
      { says: /--to is latest, or a moment/, args: ['--to', 'yesterday'] },
      { says: /does not go back so far/, args: ['--to', early, '--key', keyFile] },
      { says: /The archive ends at/, args: ['--to', '2126-01-01T00:00Z', '--key', keyFile] },
      { says: new RegExp(`hole: segment ${middle} is missing`), spoil: hole },
      { says: /has a hole/, spoil: hole, args: ['--to', moment, '--key', keyFile] },
      {
        says: /./,
        spoil: (place) => {
          const bytes = readFileSync(join(place, segment));
          bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
          writeFileSync(join(place, segment), bytes);
        },
      },
      {
        // A segment of a stranger, in the place of ours.
        says: /was signed by another installation/,
        spoil: async (place) => {
          const open = () => Readable.from([Buffer.alloc(SEGMENT_BYTES)]);
          const content = { system, name: middle, at: moment, open };
          await putSealed(await openPlace(place), segment, content, { auditSecret: stranger, recipient: null });
        },
      },
      {
        says: /./,
        spoil: (place) =>
          truncateSync(join(place, newest, 'pack-0'), statSync(join(place, newest, 'pack-0')).size - 100),
      },
      {
        // An object of ours in the place of another.
        says: /keys is another one/,
        spoil: (place) => cpSync(join(place, newest, 'heads'), join(place, newest, 'keys')),
      },
      // As after a process that was killed before the base was complete.
      { says: /no complete base/, spoil: (place) => rmSync(join(place, newest, 'manifest')) },
    ]);
    await refuseAll([{ says: /unset DATABASE_URL/ }], { DATABASE_URL: 'postgresql://127.0.0.1:1/x' });
    await refuseAll([{ says: /TOKEN_SECRET is not that of the backup/ }], { TOKEN_SECRET: 'another one'.repeat(5) });

    // Moments before the hole can still be reached.
    const place = join(machine.folder, 'copy-3');
    cpSync(machine.place, place, { recursive: true });
    hole(place);
    expect(await inRestored(await restore(['--to', whole], { place }), notes)).toEqual(['a', 'b', 'c', 'lost']);
  });

  it('takes an earlier base where the machine was lost before the newest one was usable', async () => {
    const { id, system, last } = await base();
    rmSync(join(machine.place, segmentKey(system, requireSegment(last))));
    const dataDir = mkdtempSync(join(machine.folder, 'target-'));
    targets.push(dataDir);
    const latest = [...latestOf(machine.place), '--quiet'];
    const named = await pimis([...latest, '--backup', id], dataDir);
    expect(named.code).toBe(1);
    expect(named.err).toContain(`The base ${id} cannot be used`);
    const { code, out, err } = await pimis(latest, dataDir);
    expect(out).not.toContain(`Restored ${id}`);
    expect(await inRestored({ code, said: out + err, dataDir }, notes)).toContain('f');
    expect(await shipper.round()).toBe(true);
  });

  it('fetches what follows where the clock of the machine was ahead for a while', async () => {
    await note('h');
    const ahead = await machine.endSegment();
    const path = join(archivedFolder(machine.postgres.folder), ahead);
    await expect.poll(() => existsSync(path)).toBe(true);
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(path, later, later);
    expect(await shipper.round()).toBe(true);
    await note('i');
    await send();
    const moment = await at();
    await note('j');
    await send();
    const found = await inRestored(await restore(['--to', moment]), notes);
    expect(found).toEqual(expect.arrayContaining(['h', 'i']));
    expect(found).not.toContain('j');
  });

  it('is tried, up to the newest moment, without touching anything', async () => {
    const dataDir = mkdtempSync(join(machine.folder, 'target-'));
    targets.push(dataDir);
    const args = ['try-restore', machine.place, '--to', 'latest', '--quiet', '--key', keyFile];
    const before = await at();
    await note('g');
    await send();
    const signer = signerOf(machine.config.auditSecret);
    const tried = await pimis([...args, '--signer', signer], dataDir);
    expect(tried, tried.err).toMatchObject({ code: 0, err: '' });
    const [, reached = ''] = /replayed on trial up to (\S+), and its audit log is whole/.exec(tried.out) ?? [];
    expect(reached > before).toBe(true);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(['backup-trial']);
  });

  it('goes on after a restore that was killed', async () => {
    const dataDir = mkdtempSync(join(machine.folder, 'target-'));
    targets.push(dataDir);
    const args = latestOf(machine.place);
    const env = environment(dataDir);
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const gone = once(child, 'exit');
    // In the middle of the replay: PostgreSQL runs on without it.
    for await (const text of child.stderr.setEncoding('utf8')) if (String(text).includes('Replaying')) break;
    child.kill('SIGKILL');
    await gone;
    expect(existsSync(join(embeddedFolder(dataDir), 'cluster'))).toBe(false);
    const migrated = await pimis(['migrate'], dataDir);
    expect(migrated.code).toBe(1);
    expect(migrated.err).toContain('was interrupted, and its data are not complete: run pimis restore again');
    const { code, out, err } = await pimis([...args, '--quiet', '--copy'], dataDir);
    await inRestored({ code, said: out + err, dataDir }, async (client) => {
      expect(await notes(client)).toContain('f');
      const { rows } = await client.query(`select from settings where key = 'copy'`);
      expect(rows).toHaveLength(1);
    });
  });
});
