import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { type FileStore, StoreFailed } from './file-store.ts';
import { ApiError } from '../errors.ts';
import { localStore } from './local-store.ts';

/** Disk and connection errors name the system call, S3 errors carry a response; errors of the sender have neither. */
function isOfStore(error: unknown): boolean {
  if (error instanceof StoreFailed) return true;
  return error instanceof Error && ('syscall' in error || '$metadata' in error || error.name === 'TimeoutError');
}

/** Reports that the store failed, not the call. The log has the cause. */
function toApiError(error: unknown): never {
  throw isOfStore(error) ? new ApiError('StorageUnavailable', { cause: error }) : error;
}

/** The same store with its own failures mapped to catalogue names: a full disk, an unreachable bucket. */
export function withApiErrors(store: FileStore): FileStore {
  return {
    ...store,
    put: (key, content, maxBytes, options) => store.put(key, content, maxBytes, options).catch(toApiError),
    get: (key, range) => store.get(key, range).catch(toApiError),
  };
}

/** The store of an address: `file:` (a folder that the caller names), `file:///folder` or `s3://bucket/prefix`. */
export async function openStore(
  address: string,
  ownFolder: string,
  patience: { silenceMs?: number; attempts?: number } = {},
): Promise<FileStore> {
  const url = new URL(address);
  if (url.protocol === 'file:') return localStore(address === 'file:' ? ownFolder : fileURLToPath(url));
  // The S3 library takes 30 MB of memory, so it is loaded only when it is used.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(url, patience);
}

/** The store that STORAGE_URL names; `file:` is DATA_DIR/files. */
export async function openFileStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<FileStore> {
  return withApiErrors(await openStore(config.storageUrl, resolve(config.dataDir, 'files')));
}
