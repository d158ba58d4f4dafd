import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { measuring } from './measuring.ts';
import { s3Store } from './s3-store.ts';

const KEY = /^[a-z0-9/-]+$/;

function localStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, content, maxBytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const measure = measuring(maxBytes);
      const partial = `${path}.part`;
      try {
        await pipeline(content, measure.stream, createWriteStream(partial, { mode: 0o600 }));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return { key, ...measure.result() };
    },
    get: async (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** The store that STORAGE_URL names: `file:` (DATA_DIR/files), `file:///folder` or `s3://bucket/prefix`. */
export function openFileStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): FileStore {
  const url = new URL(config.storageUrl);
  if (url.protocol === 'file:') {
    const given = config.storageUrl.slice('file:'.length);
    return localStore(given === '' ? resolve(config.dataDir, 'files') : fileURLToPath(url));
  }
  return s3Store(url);
}
