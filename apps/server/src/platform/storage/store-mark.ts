import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import type { Database, Tx } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import { FileMissing, type FileStore } from './file-store.ts';
import { Refused } from '../process/refused.ts';

/*
 * The store of an installation carries its mark, an object with a number that the database has too. A folder whose disk
 * is not mounted, or another bucket, has none: nothing may be written there
 * (docs/decisions/0242-marks-of-an-installation.md).
 */

export const STORE_MARK = 'installation-mark';
const KEY = 'installation.store';
const MOST_BYTES = 200;
/** Any constant of its own: of two first starts one makes the mark. */
const LOCK_KEY = 7_136_471;
const ACCEPT = 'Mount it, or set STORAGE_URL; pimis accept-store takes it as it is.';

/** The store is not that of the installation. */
export class WrongStore extends Refused {}

/** The mark that a store carries; null: none. Errors: those of the store. */
async function markIn(files: FileStore): Promise<string | null> {
  try {
    return (await text(await files.get(STORE_MARK))).trim();
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

export const hasMark = async (files: FileStore) => (await markIn(files)) !== null;

const writeMark = (files: FileStore, mark: string) =>
  files.put(STORE_MARK, Readable.from([Buffer.from(`${mark}\n`)]), MOST_BYTES);

async function keptMark(db: Database | Tx): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return (row?.value ?? null) as string | null;
}

/** Error: WrongStore for a store that does not carry the mark. */
async function requireMark(files: FileStore, mark: string): Promise<void> {
  const found = await markIn(files);
  if (found === mark) return;
  throw new WrongStore(
    found === null
      ? `STORAGE_URL: the store has not the mark of this installation; its disk may not be mounted. ${ACCEPT}`
      : `STORAGE_URL: the store has the mark of another installation. Set STORAGE_URL to that of this one.`,
  );
}

/** Error: WrongStore for another store. Where no start has made a mark yet, any will do. */
export async function requireOwnStore(db: Database, files: FileStore): Promise<void> {
  const mark = await keptMark(db);
  if (mark !== null) await requireMark(files, mark);
}

/** Keys of several of the newest files of documents, because one of them may have been lost. */
export type NewestContents = (tx: Tx) => Promise<string[]>;

/** Whether the store has one of these contents; null where there are none. */
async function hasOneOf(keys: readonly string[], files: FileStore): Promise<boolean | null> {
  if (keys.length === 0) return null;
  for (const key of keys) {
    try {
      (await files.get(key)).destroy();
      return true;
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }
  return false;
}

async function keepMark(tx: Tx, mark: string): Promise<void> {
  await sql`insert into settings (key, value) values (${KEY}, ${JSON.stringify(mark)}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = now()`.execute(tx);
}

/**
 * Asks a store for the mark of its installation before anything is written, and returns the mark. The first start makes
 * it; a store that lacks it gets it where it has the newest contents, as after a restore that was cut off.
 * Error: WrongStore.
 */
export async function claimStore(db: Database, files: FileStore, newestContents: NewestContents): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
    const kept = await keptMark(tx);
    const found = await markIn(files);
    if (kept !== null && found === kept) return kept;
    const isOwn = await hasOneOf(await newestContents(tx), files);
    if (found !== null) {
      // A start that was cut off has made the mark, and the database has not kept it.
      if (kept !== null || isOwn === false) await requireMark(files, kept ?? '');
    } else if (isOwn === false || (kept !== null && isOwn === null)) await requireMark(files, kept ?? '');
    const mark = kept ?? found ?? randomUUID();
    if (found === null) await writeMark(files, mark);
    if (kept === null) await keepMark(tx, mark);
    return mark;
  });
}

/** Takes a store without a mark for that of the installation, with an audit row. Error: Refused for any other. */
export async function acceptStore(db: Database, files: FileStore): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
    const kept = await keptMark(tx);
    const found = await markIn(files);
    if (found !== null && found === kept) throw new Refused('The store is that of this installation already.');
    if (found !== null) {
      throw new Refused(
        `The store has the mark of another installation. If that one is no more, remove the file ${STORE_MARK} from it first.`,
      );
    }
    const mark = kept ?? randomUUID();
    await keepMark(tx, mark);
    const detail = { before: null, after: { mark } };
    await audit(
      tx,
      { user: null },
      { operation: 'system.store', subjectType: 'installation', subjectId: 'STORAGE_URL', detail },
    );
    await writeMark(files, mark);
  });
}

/** Gives a store that has just been filled the mark of the installation, if the database has one. Error: WrongStore. */
export async function markFilledStore(db: Database, files: FileStore): Promise<void> {
  const mark = await keptMark(db);
  if (mark === null) return;
  if ((await markIn(files)) === null) await writeMark(files, mark);
  await requireMark(files, mark);
}

/** The store of a command, which asks for the mark as soon as a start has made one. */
export async function guardedIfMarked(db: Database, files: FileStore): Promise<FileStore> {
  const mark = await keptMark(db);
  return mark === null ? files : guardedStore(files, mark, 0);
}

/**
 * The same store, which asks for the mark with each check and before each write: a disk may go while a server runs.
 * `rememberedMs` is how long a good answer counts for writes. Errors of `put`: StorageUnavailable too.
 */
export function guardedStore(files: FileStore, mark: string, rememberedMs: number): FileStore {
  let goodUntil = Number.NEGATIVE_INFINITY;
  const requireOwn = async () => {
    if (performance.now() < goodUntil) return;
    await requireMark(files, mark);
    goodUntil = performance.now() + rememberedMs;
  };
  return {
    ...files,
    check: async () => {
      await files.check();
      await requireMark(files, mark);
    },
    put: async (key, content, maxBytes, options) => {
      try {
        await requireOwn();
      } catch (error) {
        content.destroy();
        throw error instanceof ApiError ? error : new ApiError('StorageUnavailable', { cause: error });
      }
      return files.put(key, content, maxBytes, options);
    },
  };
}
