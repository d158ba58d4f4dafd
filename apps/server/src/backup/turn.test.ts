import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsIn } from '../platform/database/plain-statements.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { useBackups } from '../testing/backups.ts';
import { BUCKET, startS3, useS3At } from '../testing/s3.ts';
import { useServer } from '../testing/server.ts';
import { afterRestore } from './after-restore.ts';
import { listBackups, openPlace } from './place.ts';
import { takeTurn } from './turn.ts';

const server = useServer();
const { folder, backup } = useBackups(server);
const SECOND = 'A second machine writes backups of this installation to the place';
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  s3 = await startS3();
  useS3At(s3.endpoint);
});
afterAll(() => s3.stop());

type Turns = { value: object } | undefined;
const KEY = 'backup.turns';

/** The turns that this machine remembers; a copy of the machine continues from them. */
async function known(): Promise<Turns> {
  const { rows } = await sql<{ value: object }>`select value from settings where key = ${KEY}`.execute(
    server.context.db,
  );
  return rows[0];
}

async function know(turns: Turns): Promise<void> {
  await server.context.db.deleteFrom('settings').where('key', '=', KEY).execute();
  if (!turns) return;
  await sql`insert into settings (key, value) values (${KEY}, ${JSON.stringify(turns.value)}::jsonb)`.execute(
    server.context.db,
  );
}

/** Runs the work as another machine that remembers `turns`; returns the turns that it remembers afterwards. */
async function as(turns: Turns, work: () => Promise<unknown>): Promise<Turns> {
  const own = await known();
  await know(turns);
  try {
    await work();
    return await known();
  } finally {
    await know(own);
  }
}

/** The database of another machine, reduced to the turns that it remembers. */
function remembering(turns: Turns): Parameters<typeof takeTurn>[0] {
  let value: object | null = turns?.value ?? null;
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []) => {
      if (text.startsWith('insert')) value = JSON.parse(String(values[1])) as object;
      const rows = (text.startsWith('select') && value !== null ? [{ value }] : []) as Row[];
      return { rows, rowCount: rows.length };
    },
  };
}

const turn = (place: FileStore) => server.context.db.transaction().execute((tx) => takeTurn(statementsIn(tx), place));

describe('backups of a copied machine', { timeout: 120_000 }, () => {
  it.each(['a folder', 'a bucket'])('are refused in %s as soon as the machine has made one', async (kind) => {
    const address = kind === 'a bucket' ? `s3://${BUCKET}/kopije` : join(folder, 'shared');
    const first = await backup(address);
    const copied = await known();
    const second = await backup(address);
    await as(copied, async () => {
      await expect(backup(address)).rejects.toThrow(SECOND);
      await expect(backup(address)).rejects.toThrow(SECOND);
    });
    const third = await backup(address);
    expect(await listBackups(first.place)).toEqual([first, second, third].map(({ manifest }) => manifest.id));
    // The copy may write elsewhere, also where the machine had written before it was copied.
    const other = await openPlace(join(folder, `other ${kind}`));
    await as(copied, () => turn(other));
  });

  it('go on where the copy was first, and those of the machine are refused', async () => {
    const place = await openPlace(join(folder, 'copy-first'));
    await turn(place);
    const copy = await as(await known(), () => turn(place));
    await expect(turn(place)).rejects.toThrow(SECOND);
    await as(copy, () => turn(place));
  });

  it('are refused where it has written more to other places', async () => {
    const [place, other] = [await openPlace(join(folder, 'here')), await openPlace(join(folder, 'there'))];
    await turn(place);
    const copy = await as(await known(), () => turn(place));
    for (let count = 0; count < 3; count += 1) await turn(other);
    await expect(turn(place)).rejects.toThrow(SECOND);
    await as(copy, () => turn(place));
  });

  it.each(['a folder', 'a bucket'])('of two that begin at the same time in %s one is refused', async (kind) => {
    const place = await openPlace(kind === 'a bucket' ? `s3://${BUCKET}/istovremeno` : join(folder, 'at-once'));
    await turn(place);
    const past = await known();
    // Both read the newest turn before either of them stores its own.
    let arrived = 0;
    let go: () => void = () => undefined;
    const both = new Promise<void>((done) => (go = done));
    const held: FileStore = {
      ...place,
      put: async (...args) => {
        arrived += 1;
        if (arrived === 2) go();
        await both;
        return place.put(...args);
      },
    };
    const taken = await Promise.allSettled([takeTurn(remembering(past), held), takeTurn(remembering(past), held)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(String(taken.find((one) => one.status === 'rejected')?.reason)).toContain(SECOND);
  });

  it('of two that begin at the same time the slower one is refused, although its number has become free again', async () => {
    const place = await openPlace(join(folder, 'slower'));
    await turn(place);
    const other = remembering(await known());
    const slow: FileStore = {
      ...place,
      put: async (...args) => {
        for (let count = 0; count < 2; count += 1) await takeTurn(other, place);
        return place.put(...args);
      },
    };
    await expect(turn(slow)).rejects.toThrow(SECOND);
  });
});

describe('a machine alone', () => {
  it('goes on after a backup that was killed at any step, in several places, and keeps one turn in each', async () => {
    const [place, other] = [await openPlace(join(folder, 'alone')), await openPlace(join(folder, 'further'))];
    await turn(place);
    await turn(other);
    const fails = (error: string): FileStore => ({ ...place, put: () => Promise.reject(new Error(error)) });
    await expect(backupTurn(fails('before'))).rejects.toThrow('before');
    const killedAfter: FileStore = { ...place, remove: () => Promise.reject(new Error('after')) };
    await expect(backupTurn(killedAfter)).rejects.toThrow('after');
    await turn(place);
    await turn(other);
    expect(readdirSync(join(folder, 'alone', 'turns'))).toHaveLength(1);
    expect(readdirSync(join(folder, 'further', 'turns'))).toHaveLength(1);
  });

  it('takes its turn although the answer of the place was lost', async () => {
    const place = await openPlace(join(folder, 'lost'));
    const lost: FileStore = {
      ...place,
      put: async (key, content, most, options) => {
        const stored = await place.put(key, content, most, options);
        return place.put(key, await place.get(key), most, options).then(() => stored);
      },
    };
    await turn(lost);
    await turn(place);
  });

  it('goes on after a restore, and the machine that was given up does not', async () => {
    const place = await openPlace(join(folder, 'restored'));
    await turn(place);
    const backedUp = await known();
    await turn(place);
    await as(backedUp, async () => {
      await server.context.db.transaction().execute(async (tx) => {
        await afterRestore(statementsIn(tx), { at: new Date().toISOString(), gap: 1 });
      });
      await turn(place);
      await turn(place);
    });
    await expect(turn(place)).rejects.toThrow(SECOND);
  });

  it('that was set back to a snapshot goes on when somebody accepts the place', async () => {
    const place = await openPlace(join(folder, 'snapshot'));
    await turn(place);
    const snapshot = await known();
    await turn(place);
    await as(snapshot, async () => {
      await expect(turn(place)).rejects.toThrow('--accept-place');
      await server.context.db.transaction().execute((tx) => takeTurn(statementsIn(tx), place, { isAccepted: true }));
      await turn(place);
    });
  });

  it('remembers its last thousand turns, and believes older ones', async () => {
    const old = join(folder, 'old');
    await turn(await openPlace(old));
    const { value } = (await known()) as { value: { newest: number } };
    const marks = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [value.newest + 1 + at, `mark ${at}`]));
    await know({ value: { newest: value.newest + 1_000, marks } });
    await turn(await openPlace(old));
    expect(Object.keys(((await known()) as { value: { marks: object } }).value.marks)).toHaveLength(1_000);
    // An unknown turn that is recent enough to be remembered belongs to another machine.
    const strange = join(folder, 'strange', 'turns');
    mkdirSync(strange, { recursive: true });
    writeFileSync(join(strange, String(value.newest + 500).padStart(12, '0')), 'mark of another\n');
    await expect(turn(await openPlace(join(folder, 'strange')))).rejects.toThrow(SECOND);
    expect(readFileSync(join(strange, readdirSync(strange)[0] ?? ''), 'utf8')).toBe('mark of another\n');
  });
});

/** A turn whose row stays even if the rest fails: a backup has no transaction around it. */
async function backupTurn(place: FileStore): Promise<void> {
  const db = server.context.db;
  await takeTurn(
    {
      query: <Row extends object>(text: string, values?: unknown[]) =>
        db.transaction().execute((tx) => statementsIn(tx).query<Row>(text, values)),
    },
    place,
  );
}
