import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { localStore } from './local-store.ts';
import { s3Store } from './s3-store.ts';

/** The store that STORAGE_URL names: `file:` (DATA_DIR/files), `file:///folder` or `s3://bucket/prefix`. */
export function openFileStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): FileStore {
  const url = new URL(config.storageUrl);
  if (url.protocol === 'file:') {
    const given = config.storageUrl.slice('file:'.length);
    return localStore(given === '' ? resolve(config.dataDir, 'files') : fileURLToPath(url));
  }
  return s3Store(url);
}
