import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { ApiError } from './errors.ts';
import { localStore } from './local-store.ts';

/** Errors of a disk and of a connection name the call that failed, those of S3 its answer; a sender's do neither. */
function isOfStore(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || '$metadata' in error || error.name === 'TimeoutError');
}

/** Says to whoever waits that it is the store that cannot. The cause goes to the log. */
function told(error: unknown): never {
  throw isOfStore(error) ? new ApiError('StorageUnavailable', { cause: error }) : error;
}

/** The same store, whose own failures are answered by name: a full disk, a bucket that is away. */
export function answering(store: FileStore): FileStore {
  return {
    ...store,
    put: (key, content, maxBytes) => store.put(key, content, maxBytes).catch(told),
    get: (key, range) => store.get(key, range).catch(told),
  };
}

/** The store that STORAGE_URL names: `file:` (DATA_DIR/files), `file:///folder` or `s3://bucket/prefix`. */
export async function openFileStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<FileStore> {
  const url = new URL(config.storageUrl);
  if (url.protocol === 'file:') {
    const given = config.storageUrl.slice('file:'.length);
    return answering(localStore(given === '' ? resolve(config.dataDir, 'files') : fileURLToPath(url)));
  }
  // Its library takes 30 MB of memory.
  const { s3Store } = await import('./s3-store.ts');
  return answering(s3Store(url));
}
