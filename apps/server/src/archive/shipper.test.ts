import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { makeKeys } from '../backup/encryption.ts';
import { openPlace } from '../backup/place.ts';
import { connect } from '../backup/tables.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { archiveBehindSeconds, archivePart } from '../modules/health/archive-part.ts';
import {
  type ArchiveState,
  archiveStateFolder,
  keepArchiveState,
  keepBase,
  readArchiveState,
} from '../platform/storage/archive-state.ts';
import { useArchivedMachine } from '../testing/archive.ts';
import { BASE_LOCK } from './make-base.ts';
import { openSealed, readSealed } from './sealed-object.ts';
import { requireSegment, segmentKey } from './segments.ts';
import { emptyState } from './sending-state.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine();
const shippers: Shipper[] = [];
afterEach(async () => {
  for (const shipper of shippers.splice(0)) await shipper.close();
});

const source = () => ({ url: machine.postgres.url, folder: machine.postgres.folder });
const folder = () => archivedFolder(machine.postgres.folder);
const state = async () => {
  const found = await readArchiveState(machine.config.dataDir);
  if (!found) throw new Error('no state');
  return found;
};
const system = async () => (await state()).system;

/** A server that sends the archive. */
function shipper(config = machine.config): Shipper {
  const made = new Shipper({ ...machine.context, config }, source());
  shippers.push(made);
  return made;
}

/** Waits until PostgreSQL has put a segment into the folder. */
const archived = (name: string) => expect.poll(() => readdirSync(folder())).toContain(name);

/** Commits something and ends its segment. */
async function written(): Promise<string> {
  await sql`insert into settings (key, value) values ('test', '1') on conflict (key) do update set changed_at = now()`.execute(
    machine.context.db,
  );
  const name = await machine.endSegment();
  await archived(name);
  return name;
}

const stored = async (name: string, identity: string | null = null) => {
  const place = await openPlace(machine.place);
  const key = segmentKey(await system(), requireSegment(name));
  const sealed = await readSealed(place, key);
  return sealed && buffer(await openSealed(place, key, sealed, identity));
};

describe('the state of the archive', () => {
  const minutesLater = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
  const part = (now = () => new Date()) => archivePart({ db: machine.context.db, config: machine.config, now });
  const behind = (now = () => new Date()) => archiveBehindSeconds({ config: machine.config, now });
  const kept = (changes: Partial<ArchiveState>) =>
    keepArchiveState(machine.config.dataDir, { ...emptyState('1'), ...changes });

  it('is shown before there is anything to restore, with the reason', async () => {
    expect(await part()).toMatchObject({ state: 'warning', cause: 'never' });
    expect(await behind()).toBeNull();
    await kept({ failure: { since: new Date().toISOString(), reason: 'the place is away' } });
    expect(await part()).toMatchObject({ state: 'warning', cause: 'never' });
    expect(await part(minutesLater(6))).toMatchObject({ state: 'failed', reason: 'the place is away' });
    await kept({ baseFailure: 'no room' });
    expect(await part()).toMatchObject({ state: 'failed', cause: 'never', reason: 'no room' });
  });

  it('says until when everything is off the machine, and fails after five minutes with what would be lost', async () => {
    const until = new Date().toISOString();
    await kept({ until });
    expect(await part()).toMatchObject({ state: 'ok', until, reason: null });
    expect(await part(minutesLater(4.9))).toMatchObject({ state: 'ok', until });
    expect(await behind(() => new Date(Date.parse(until) + 120_000))).toBe(120);
    expect(await part(minutesLater(7))).toMatchObject({
      state: 'failed',
      cause: 'waits',
      until,
      reason: '7 minutes would be lost with this machine',
    });
    await kept({ until, failure: { since: until, reason: 'the place is full' } });
    const { reason } = await part(minutesLater(12));
    expect(reason).toBe('12 minutes would be lost with this machine: the place is full');
    rmSync(join(archiveStateFolder(machine.config.dataDir), 'state.json'));
  });
});

describe('the archive', () => {
  it('shows no future moment after the clock was set back', async () => {
    const one = shipper();
    await one.round();
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    await one.close();
    await keepArchiveState(machine.config.dataDir, { ...(await state()), until: ahead });
    await one.round();
    const { until } = await state();
    expect(until !== null && until <= new Date().toISOString()).toBe(true);
    await keepArchiveState(machine.config.dataDir, { ...(await state()), until: null });
  });

  it('sends segments as they are, and removes them when they are there', async () => {
    const name = await written();
    const bytes = readFileSync(join(folder(), name));
    const one = shipper();
    expect(await one.round()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
    expect((await stored(name))?.equals(bytes)).toBe(true);
    expect(await state()).toMatchObject({ segment: name, failure: null, broken: null, waiting: { segments: 0 } });
    // A second server leaves it to the first.
    expect(await shipper().round()).toBe(false);
  });

  it('encrypts for the key of the backups', async () => {
    const { identity, recipient } = await makeKeys();
    const name = await written();
    const bytes = readFileSync(join(folder(), name));
    expect(await shipper({ ...machine.config, backupPublicKey: recipient }).round()).toBe(true);
    expect((await stored(name, identity))?.equals(bytes)).toBe(true);
    await expect(stored(name, (await makeKeys()).identity)).rejects.toThrow();
  });

  it('goes on where a server was killed: before a segment was stored, and before it was removed', async () => {
    const name = await written();
    const bytes = readFileSync(join(folder(), name));
    const key = segmentKey(await system(), requireSegment(name));
    mkdirSync(join(machine.place, key, '..'), { recursive: true });
    writeFileSync(join(machine.place, `${key}.part`), 'half of it');
    const one = shipper();
    expect(await one.round()).toBe(true);
    expect((await stored(name))?.equals(bytes)).toBe(true);
    writeFileSync(join(folder(), name), bytes);
    const before = statSync(join(machine.place, key)).mtimeMs;
    expect(await one.round()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
    expect(statSync(join(machine.place, key)).mtimeMs).toBe(before);
    // Another server that sends other segments by the same name overwrites nothing.
    writeFileSync(join(folder(), name), Buffer.from(bytes).fill(7, 100, 200));
    expect(await one.round()).toBe(false);
    expect((await state()).failure?.reason).toContain(`another ${name}`);
    expect((await stored(name))?.equals(bytes)).toBe(true);
    rmSync(join(folder(), name));
  });

  it('waits while the place is away, shows why, and goes on when it is back', async () => {
    const one = shipper();
    expect(await one.round()).toBe(true);
    renameSync(machine.place, `${machine.place}-away`);
    writeFileSync(machine.place, 'no folder');
    const names = [await written(), await written()];
    expect(await one.round()).toBe(false);
    const failed = await state();
    expect(failed.failure?.reason).toMatch(/EEXIST|ENOTDIR/);
    expect(failed.waiting.segments).toBe(2);
    expect(await one.round()).toBe(false);
    expect((await state()).failure?.since).toBe(failed.failure?.since);
    rmSync(machine.place);
    renameSync(`${machine.place}-away`, machine.place);
    expect(await one.round()).toBe(true);
    expect(await state()).toMatchObject({ segment: names[1], failure: null, broken: null });
  });

  it('gives the oldest segments up when too many wait, and goes on with those after them', async () => {
    await shipper().round();
    for (const one of shippers.splice(0)) await one.close();
    const bounded = new Shipper(machine.context, source(), undefined, { mostBytes: 17 * 1024 * 1024 });
    shippers.push(bounded);
    renameSync(machine.place, `${machine.place}-away`);
    writeFileSync(machine.place, 'no folder');
    const names = [await written(), await written(), await written()];
    expect(await bounded.round()).toBe(false);
    expect(readdirSync(folder())).toEqual([names[2]]);
    expect(await state()).toMatchObject({ broken: names[1], waiting: { segments: 1 } });
    rmSync(machine.place);
    renameSync(`${machine.place}-away`, machine.place);
    expect(await bounded.round()).toBe(true);
    expect(await state()).toMatchObject({ segment: names[2], broken: names[1] });
    expect((await state()).gaps.at(-1)).toMatchObject({ first: names[0], last: names[1] });
  });

  it('sends what was committed last when a server stops in order', async () => {
    const one = shipper();
    await one.round();
    await sql`update settings set changed_at = now() where key = 'test'`.execute(machine.context.db);
    const before = (await state()).segment ?? '';
    await one.finish();
    expect(((await state()).segment ?? '') > before).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
    // It has left the archive to others.
    expect(await shipper().round()).toBe(true);
  });

  it('records a hole in the row of segments', async () => {
    const one = shipper();
    await one.round();
    const lost = await written();
    rmSync(join(folder(), lost));
    const next = await written();
    expect(await one.round()).toBe(true);
    expect(await state()).toMatchObject({ segment: next, broken: lost });
    expect((await state()).gaps.at(-1)).toMatchObject({ first: lost, last: lost });
  });

  it('shows until when everything is off the machine: never before a base, and the present while nothing happens', async () => {
    const one = shipper();
    const first = await written();
    await one.round();
    expect((await state()).until).toBeNull();
    const base = { system: await system(), id: 'x', at: new Date().toISOString(), first, last: first };
    await keepBase(machine.config.dataDir, base);
    const before = new Date().toISOString();
    // The server of the database may write into the next segment before the round reads where its log ends.
    await expect
      .poll(async () => {
        const last = await written();
        await one.round();
        expect((await state()).segment).toBe(last);
        return (await state()).until ?? '';
      })
      .toSatisfy((until: string) => until > before);
    const quiet = (await state()).until ?? '';
    await one.round();
    expect(((await state()).until ?? '') > quiet).toBe(true);
    // From here on something is only on this machine.
    await sql`update settings set changed_at = now() where key = 'test'`.execute(machine.context.db);
    const committed = new Date().toISOString();
    await one.round();
    await one.round();
    expect(((await state()).until ?? '') < committed).toBe(true);
    await archived(await machine.endSegment());
    await one.round();
    await one.round();
    expect(((await state()).until ?? '') > committed).toBe(true);
    // A base from before the hole is none.
    rmSync(join(folder(), await written()));
    const reached = (await state()).until;
    await written();
    await one.round();
    expect((await state()).until).toBe(reached);
  });
});

describe('remains of killed processes', () => {
  const files = (inside: string) =>
    readdirSync(join(machine.place, 'wal'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes(inside))
      .map((name) => name.split('/').slice(1).join('/'));

  it('go with the first round of the next server, unless a living process makes a base', async () => {
    const name = await written();
    expect(await shipper().round()).toBe(true);
    const { timeline } = requireSegment(name);
    const wal = join(machine.place, 'wal', await system());
    const segments = `${timeline}`.padStart(8, '0');
    const unfinished = '20261129-101112013-0a0b0c';
    const left = [`${segments}/half.1.part`, 'heads/2026-11-29/000.2.part', `bases/${unfinished}/pack-0.part`];
    const plant = () => {
      for (const path of [...left, `bases/${unfinished}/keys`]) {
        mkdirSync(join(wal, path, '..'), { recursive: true });
        writeFileSync(join(wal, path), 'половина');
      }
    };
    plant();
    const maker = await connect(machine.postgres.url);
    await maker.query('select pg_advisory_lock($1)', [BASE_LOCK]);
    expect(await shippers.at(-1)?.round()).toBe(true);
    expect(files('.part')).toHaveLength(3);
    await shippers.at(-1)?.close();
    expect(await shipper().round()).toBe(true);
    expect(files('.part')).toEqual([`bases/${unfinished}/pack-0.part`]);
    await shippers.at(-1)?.close();

    await maker.end();
    expect(await shipper().round()).toBe(true);
    expect(files('.part')).toEqual([]);
    expect(files(unfinished)).toEqual([]);
  });
});
