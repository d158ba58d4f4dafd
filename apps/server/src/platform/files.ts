import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { ApiError } from './errors.ts';
import { localStore } from './local-store.ts';
import { passed } from './passed-bytes.ts';

/** Errors of a disk and of a connection name the call that failed, those of S3 its answer; a sender's do neither. */
function isOfStore(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || '$metadata' in error || error.name === 'TimeoutError');
}

/** Says to whoever waits that it is the store that cannot. The cause goes to the log. */
function told(error: unknown): never {
  throw isOfStore(error) ? new ApiError('StorageUnavailable', { cause: error }) : error;
}

/**
 * A content whose buffers are told as they come. It is not listened to: a listener would make it flow, and what flows
 * before its reader is there is lost.
 */
function counted(content: Readable): Readable {
  const push = content.push.bind(content);
  const counting: Readable['push'] = (chunk: Buffer | null, encoding) => {
    if (chunk) passed(chunk.length);
    return push(chunk, encoding);
  };
  // Not written where it is made: it would be laid among the old values (docs/decisions/0137-old-values.md).
  content.push = counting;
  return content;
}

/** The same store, whose own failures are answered by name: a full disk, a bucket that is away. */
export function answering(store: FileStore): FileStore {
  return {
    ...store,
    put: (key, content, maxBytes) => store.put(key, content, maxBytes).catch(told),
    get: (key, range) => store.get(key, range).then(counted, told),
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
