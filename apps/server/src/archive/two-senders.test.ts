import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { SILENT } from '../backup/progress.ts';
import { openPlace } from '../backup/place.ts';
import { signersOf } from '../backup/signature.ts';
import { archivePart } from '../modules/health/archive-part.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { readArchiveState } from '../platform/storage/archive-state.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { useArchivedMachine } from '../testing/archive.ts';
import type { Bounds } from './bounds.ts';
import { putOnce } from './alone.ts';
import { makeBase } from './make-base.ts';
import { putSealed } from './sealed-object.ts';
import { historyKey, historyName, nameOf, requireSegment } from './segments.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine();
const DAY = '2026-11-29.jsonl';

/** A machine that sends to the place: the one of the test, or a copy of it, with segments of its own. */
interface Sender {
  dataDir: string;
  folder: string;
}
const own = (): Sender => ({ dataDir: machine.config.dataDir, folder: machine.postgres.folder });
const config = ({ dataDir }: Sender) => ({ ...machine.config, dataDir });
let sending: Shipper | undefined;
afterEach(async () => sending?.close());

/** Runs one round. The two senders of a test share one database, so its lock passes from one to the other. */
async function round(sender: Sender, bounds?: Bounds): Promise<boolean> {
  await sending?.close();
  sending = new Shipper(
    { ...machine.context, config: config(sender) },
    { url: machine.postgres.url, folder: sender.folder },
    undefined,
    bounds,
  );
  return sending.round();
}

const failure = async ({ dataDir }: Sender) => (await readArchiveState(dataDir))?.failure?.reason;
const noteHead = ({ dataDir }: Sender, line: string) => {
  mkdirSync(join(dataDir, 'audit-heads'), { recursive: true });
  appendFileSync(join(dataDir, 'audit-heads', DAY), line);
};

/** Commits something and ends its segment. */
async function written(): Promise<string> {
  await sql`insert into settings (key, value) values ('test', '1') on conflict (key) do update set changed_at = now()`.execute(
    machine.context.db,
  );
  const name = await machine.endSegment();
  await expect.poll(() => readdirSync(archivedFolder(machine.postgres.folder))).toContain(name);
  return name;
}

/** Makes a copy of the machine, with its state of the archive. */
function copyOf(name: string): Sender {
  const [dataDir, folder] = [join(machine.folder, name), join(machine.folder, `${name}-postgres`)];
  for (const part of ['archive', 'audit-heads']) {
    cpSync(join(machine.config.dataDir, part), join(dataDir, part), { recursive: true });
  }
  mkdirSync(archivedFolder(folder), { recursive: true });
  return { dataDir, folder };
}

/** A segment that the copy has written in place of that of the machine. */
const writeOther = ({ folder }: Sender, name: string) =>
  writeFileSync(join(archivedFolder(folder), name), Buffer.alloc(16 * 1024 * 1024, name));

/** All objects of the archive. */
const stored = () =>
  Object.fromEntries(
    readdirSync(join(machine.place, 'wal'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('latin1')]),
  );

const base = async (sender: Sender) =>
  makeBase({
    config: config(sender),
    url: machine.postgres.url,
    folder: sender.folder,
    place: await openPlace(machine.place),
    progress: SILENT,
    now: new Date(),
  });

describe('a copied machine that sends to the same place', () => {
  it('is refused, says so, and overwrites nothing', async () => {
    noteHead(own(), 'прва\n');
    const first = await written();
    expect(await round(own())).toBe(true);
    const copy = copyOf('copy');
    const after = (count: number) => {
      const { timeline, number } = requireSegment(first);
      return nameOf({ timeline, number: number + count });
    };

    // The copy has other heads at the same place.
    noteHead(own(), 'друга\n');
    expect(await round(own())).toBe(true);
    noteHead(copy, 'туђа\n');
    let before = stored();
    expect(await round(copy)).toBe(false);
    expect(await failure(copy)).toContain(
      'A second machine sends an archive of this database to the place: it has other heads',
    );
    expect(stored()).toEqual(before);

    // The copy has sent nothing since, but the machine has.
    const second = await written();
    expect(second).toBe(after(1));
    expect(await round(own())).toBe(true);
    before = stored();
    expect(await round(copy)).toBe(false);
    expect(await failure(copy)).toContain(`it has ${second}, which this one has not sent`);

    // The copy has a different segment; even after it gives that up, its later ones are refused.
    writeOther(copy, second);
    expect(await round(copy)).toBe(false);
    expect(await failure(copy)).toContain(`it has another ${second}`);
    writeOther(copy, after(2));
    expect(await round(copy, { mostBytes: 17 * 1024 * 1024 })).toBe(false);
    expect(readdirSync(archivedFolder(copy.folder))).toEqual([after(2)]);
    expect(await round(copy)).toBe(false);
    expect(await failure(copy)).toContain(`it has another ${second}`);
    await expect(base(copy)).rejects.toThrow(`it has another ${second}`);
    expect(stored()).toEqual(before);

    const later = () => new Date(Date.now() + 6 * 60_000);
    const part = await archivePart({ db: machine.context.db, config: config(copy), now: later });
    expect(part).toMatchObject({ state: 'failed', reason: expect.stringContaining('A second machine') as string });

    // The machine itself goes on.
    await written();
    expect(await round(own())).toBe(true);
    await base(own());
  });

  it('gives a base no segments of another machine', async () => {
    const { timeline, number } = requireSegment(await written());
    expect(await round(own())).toBe(true);
    const copy = copyOf('basis');
    // The next segments of the machine, which the copy does not know. A base begins with the second of them if the
    // server of the database has written into the first one meanwhile.
    const names = [1, 2].map((next) => nameOf({ timeline, number: number + next }));
    const [system = ''] = readdirSync(join(machine.place, 'wal'));
    const keys = names.map((name) => join('wal', system, name.slice(0, 8).toLowerCase(), name.toLowerCase()));
    const sealing = { auditSecret: machine.config.auditSecret, recipient: null };
    const at = new Date().toISOString();
    const otherOf = (name: string) => ({ system, name, at, open: () => Readable.from([Buffer.from('другог')]) });
    const place = await openPlace(machine.place);
    for (const [index, key] of keys.entries()) await putSealed(place, key, otherOf(names[index] ?? ''), sealing);
    const before = stored();
    const refused = new RegExp(`it has another (${names.join('|')})`);
    await expect(base({ ...copy, folder: machine.postgres.folder })).rejects.toThrow(refused);
    expect(stored()).toEqual(before);
    for (const key of keys) rmSync(join(machine.place, key));

    // A restore elsewhere has begun a timeline.
    const history = historyKey(system, timeline + 1);
    const open = () => Readable.from([Buffer.from('1\t0/0\tno recovery target specified\n')]);
    await putSealed(place, history, { ...otherOf(historyName(timeline + 1)), open }, sealing);
    expect(await round(own())).toBe(false);
    expect(await failure(own())).toContain(`it was restored elsewhere, as timeline ${timeline + 1}`);
    await expect(base(own())).rejects.toThrow('it was restored elsewhere');
    rmSync(join(machine.place, history));
    expect(await round(own())).toBe(true);
    expect(existsSync(join(machine.place, keys[0] ?? ''))).toBe(true);
  });

  it('is refused where both store a segment at the same time', async () => {
    const place = await openPlace(machine.place);
    const sealed = {
      sealing: { auditSecret: machine.config.auditSecret, recipient: null },
      signers: signersOf(machine.config),
    };
    const contentOf = (text: string) => ({
      system: '7',
      name: 'segment',
      at: new Date().toISOString(),
      open: () => Readable.from([Buffer.from(text)]),
    });
    // Both have read the place before either of them stores.
    let arrived = 0;
    const both = Promise.withResolvers<void>();
    const held: FileStore = {
      ...place,
      put: async (...args) => {
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
        return place.put(...args);
      },
    };
    const put = (text: string) => putOnce(held, 'wal/7/segment', contentOf(text), sealed);
    const done = await Promise.allSettled([put('прва'), put('друга')]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(String(done.find((one) => one.status === 'rejected')?.reason)).toContain('it has another segment');
    const kept = done[0]?.status === 'fulfilled' ? 'прва' : 'друга';
    await putOnce(place, 'wal/7/segment', contentOf(kept), sealed);
  });
});
