import { createWriteStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileExists, FileMissing, type FileStore, type ListedFile, PAGE } from './file-store.ts';
import { hashAndLimit } from './hashing-stream.ts';
import { roomAt } from './room-at.ts';
import { guarded } from '../streams.ts';

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const PARTIAL = '.part';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const WITHOUT_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Gives a complete file its name, unless a file has it; of several processes one succeeds. A file system without hard
 * links reserves the name first, with an empty file. Error: EEXIST.
 */
async function nameOnce(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
    await rm(partial);
    return;
  } catch (error) {
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  await (await open(path, 'wx', 0o600)).close();
  await rename(partial, path);
}

/** The names in a folder; none if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The paths of all files below a folder, of which there may be millions; none if the folder does not exist. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* filesBelow(path);
      else yield path;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** When a file was stored, and its size; null if it is gone. */
async function storedFile(path: string): Promise<{ storedAt: Date; size: number } | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { storedAt: found.mtime, size: found.size } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Makes a folder with those above it. Node's own way repeats for ever where a folder exists and takes none, as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(path));
  }
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    // Another process has made it meanwhile.
    if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}

/** A name in a folder is durable only after the folder itself is synced. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Document contents in a folder of this machine. */
export function localStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    async check() {
      await makeFolder(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    room: () => roomAt(folder),
    async put(key, content, maxBytes, { isNew = false } = {}) {
      guarded(content);
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const measure = hashAndLimit(maxBytes);
      // Another process may store the same key.
      const partial = isNew ? `${path}.${randomUUID()}${PARTIAL}` : `${path}${PARTIAL}`;
      try {
        await pipeline(content, measure.stream, createWriteStream(partial, { mode: 0o600, flush: true }));
        if (isNew) await nameOnce(partial, path);
        else await rename(partial, path);
        await flushFolder(dirname(path));
      } catch (error) {
        await rm(partial, { force: true });
        throw isNew && (error as NodeJS.ErrnoException).code === 'EEXIST'
          ? new FileExists(key, { cause: error })
          : error;
      }
      return { key, ...measure.result() };
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key), 'r');
        return guarded(file.createReadStream(range));
      } catch (error) {
        throw isMissing(error) ? new FileMissing(key, { cause: error }) : error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *pages(inside) {
      const names = await namesIn(join(folder, inside));
      const keys = names.map((name) => `${inside}${name.replaceAll('\\', '/')}`).filter((key) => KEY.test(key));
      keys.sort();
      for (let at = 0; at < keys.length; at += PAGE) {
        const page: ListedFile[] = [];
        for (const key of keys.slice(at, at + PAGE)) {
          const stored = await storedFile(pathOf(key));
          if (stored) page.push({ key, ...stored });
        }
        yield page;
      }
    },
    async removeFolder(key) {
      try {
        await rmdir(pathOf(key));
      } catch (error) {
        if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      }
    },
    async removePartial(before, inside = '') {
      let removed = 0;
      for await (const path of filesBelow(join(folder, inside))) {
        const stored = path.endsWith(PARTIAL) ? await storedFile(path) : null;
        if (stored === null || stored.storedAt >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
