import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOne, readObject, type StoredObject, writeObject } from '../backup/contents.ts';
import { newId, timeOfId } from '../backup/place.ts';
import { archiveStateFolder } from '../platform/storage/archive-state.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import type pg from 'pg';

/*
 * Contents of documents are stored in the form of a backup. The file `contents` in the archive's folder lists them: the
 * next backup uses these objects instead of copying the contents again.
 */

const AT_ONCE = 200;
const KEPT_MS = 2 * 86_400_000;
const READ_AGAIN_MS = 3_600_000;

const pathOf = (dataDir: string) => join(archiveStateFolder(dataDir), 'contents');

async function sentLines(dataDir: string): Promise<string[]> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // A line that was being written when the process was killed has no end.
  return text.split('\n').slice(0, -1);
}

/** The objects that the archive has sent in the last days, sorted by name; of equal names, the newest first. */
export async function sentObjects(dataDir: string): Promise<StoredObject[]> {
  const objects = (await sentLines(dataDir)).map(readObject);
  return objects.toSorted((a, b) => (a.name === b.name ? (a.id < b.id ? 1 : -1) : a.name < b.name ? -1 : 1));
}

/** Forgets objects of two days ago, which a backup has used since. */
export async function forgetSent(dataDir: string, now: Date): Promise<void> {
  const lines = await sentLines(dataDir);
  const kept = lines.filter((line) => now.getTime() - timeOfId(readObject(line).id).getTime() < KEPT_MS);
  if (kept.length === lines.length) return;
  const path = pathOf(dataDir);
  await writeFile(`${path}.new`, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The part of a database snapshot that shows which revisions may still appear. */
export interface Horizon {
  /** The newest revision of a document; 0 without any. */
  revision: number;
  /** Transactions before it have ended. */
  oldest: bigint;
  /** Transactions from it on have not begun or not ended. */
  next: bigint;
}

interface Revision {
  id: number;
  key: string;
  hash: string;
  size: number;
}

interface Work {
  dataDir: string;
  files: FileStore;
  place: FileStore;
  recipient: string | null;
  salt: string | null;
  now: () => Date;
  /** The store has not the content of a revision. */
  missing: (key: string, reason: string) => void;
}

/** Sends the contents of revisions as they are committed. */
export class Documents {
  readonly #work: Work;
  #sent: Set<string> | undefined;
  #readAgainAt = 0;
  /** Revisions above the settled id that were already handled. */
  #done = new Set<number>();
  #horizons: Horizon[] = [];

  constructor(work: Work) {
    this.#work = work;
  }

  /**
   * Sends the revisions after `settled`. Returns the id up to which no further revision can appear: revisions may be
   * committed in another order than that of their ids.
   */
  async send(client: pg.Client, settled: number, horizon: Horizon): Promise<number> {
    const { dataDir, now } = this.#work;
    if (this.#sent === undefined || performance.now() > this.#readAgainAt) {
      await forgetSent(dataDir, now());
      this.#sent = new Set((await sentObjects(dataDir)).map(({ name }) => name));
      this.#readAgainAt = performance.now() + READ_AGAIN_MS;
    }
    let after = settled;
    for (;;) {
      const { rows } = await client.query<Revision & { isNew: boolean }>(
        `select id, storage_key as key, hash, size::float8 as size, not exists (
           select from document_revisions earlier
           where earlier.hash = document_revisions.hash and earlier.id <= $3 and earlier.deleted_at is null) as "isNew"
         from document_revisions where id > $1 and id <> all ($2::integer[]) order by id limit ${AT_ONCE}`,
        [after, [...this.#done], settled],
      );
      for (const revision of rows) {
        if (revision.isNew) await this.#sendOne(revision);
        this.#done.add(revision.id);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_ONCE) break;
      after = last.id;
    }
    return this.#settle(settled, horizon);
  }

  /** Returns the newest revision of a horizon whose transactions have ended: none up to it can appear later. */
  #settle(settled: number, horizon: Horizon): number {
    this.#horizons.push(horizon);
    let reached = settled;
    // A revision takes its id a moment before its transaction gets a number: that may be in the next horizon.
    for (let [former, next] = this.#horizons; former && next && horizon.oldest >= next.next; ) {
      reached = Math.max(reached, former.revision);
      this.#horizons.shift();
      [former, next] = this.#horizons;
    }
    for (const id of this.#done) if (id <= reached) this.#done.delete(id);
    return reached;
  }

  async #sendOne({ key, hash, size }: Revision): Promise<void> {
    const { dataDir, files, place, recipient, salt, now, missing } = this.#work;
    const name = salt === null ? hash : createHash('sha256').update(`${salt}${hash}`, 'utf8').digest('hex');
    if (this.#sent?.has(name)) return;
    const content = { name, key, hash, size };
    const made = await copyOne({ place, files, id: newId(now()), recipient, isReread: () => false }, content);
    if (typeof made === 'string') return missing(key, made);
    await mkdir(archiveStateFolder(dataDir), { recursive: true });
    await appendFile(pathOf(dataDir), `${writeObject(made)}\n`, { mode: 0o600 });
    this.#sent?.add(name);
  }
}
