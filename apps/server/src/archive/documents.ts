import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOne, readObject, type StoredObject, writeObject } from '../backup/contents.ts';
import { newId, timeOfId } from '../backup/place.ts';
import { archiveStateFolder } from '../platform/storage/archive-state.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import type pg from 'pg';

/*
 * Contents of documents go to the place as a backup writes them. Which ones were sent is in the file `contents` of the
 * archive's folder: the next backup uses these objects in place of copying the contents again.
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

/** The objects that the archive has sent in the last days, by name, the newest of a name first. */
export async function sentObjects(dataDir: string): Promise<StoredObject[]> {
  const objects = (await sentLines(dataDir)).map(readObject);
  return objects.toSorted((a, b) => (a.name === b.name ? (a.id < b.id ? 1 : -1) : a.name < b.name ? -1 : 1));
}

/** Forgets objects that a backup has used since. */
export async function forgetSent(dataDir: string, now: Date): Promise<void> {
  const lines = await sentLines(dataDir);
  const kept = lines.filter((line) => now.getTime() - timeOfId(readObject(line).id).getTime() < KEPT_MS);
  if (kept.length === lines.length) return;
  const path = pathOf(dataDir);
  await writeFile(`${path}.new`, kept.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The snapshot of a moment, as far as it matters which revisions may still appear. */
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
  /** Revisions after the settled ones that were dealt with. */
  #done = new Set<number>();
  #horizons: Horizon[] = [];

  constructor(work: Work) {
    this.#work = work;
  }

  /**
   * Sends what is new after `settled`. Returns the id up to which no further revision can appear: one that was begun
   * before may be committed after later ones.
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

  /** All transactions of an earlier horizon have ended: none can commit a revision that it has not seen. */
  #settle(settled: number, horizon: Horizon): number {
    this.#horizons.push(horizon);
    let reached = settled;
    // An id is taken a moment before its transaction gets a number, so the next horizon counts.
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
