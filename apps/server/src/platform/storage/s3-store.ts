import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { FileExists, FileMissing, type FileStore, PAGE, StoreFailed } from './file-store.ts';
import { guarded } from '../streams.ts';
import { s3Sender } from './s3-sender.ts';

const CONNECT_MS = 5_000;
/** The limit of silence on a connection. */
const SILENCE_MS = 60_000;
/** A store that joins thousands of megabytes sends nothing meanwhile. */
const TOGETHER_MS = 15 * 60_000;
const ATTEMPTS = 3;
/** People and proxies wait for the check: a bucket that does not respond for this time, twice, counts as unusable. */
const CHECK_MS = 4_000;
const CHECK_ATTEMPTS = 2;

/** Stores that cannot list unfinished uploads remove them by a rule of the bucket. */
function without(error: unknown): null {
  if (error instanceof Error && error.name === 'NotImplemented') return null;
  throw error;
}

/** Two processes have stored the same new key: the other one was first, or is about to be. */
const isTaken = (error: unknown) =>
  error instanceof Error && ['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name);

const isNotFound = (error: unknown) => error instanceof Error && error.name === 'NotFound';

/**
 * Document contents in a bucket: `s3://bucket/prefix`. Region, keys and a different endpoint come from the usual AWS_*
 * environment of the SDK.
 */
export function s3Store(
  url: URL,
  { connectMs = CONNECT_MS, silenceMs = SILENCE_MS, checkMs = CHECK_MS, attempts = ATTEMPTS } = {},
): FileStore {
  const clientOf = (patienceMs: number, maxAttempts = attempts) =>
    new S3Client({
      forcePathStyle: true,
      maxAttempts,
      // Our own hashes verify contents.
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectMs,
        requestTimeout: patienceMs,
        socketTimeout: patienceMs,
        throwOnRequestTimeout: true,
      },
    });
  const client = clientOf(silenceMs);
  const asking = clientOf(checkMs, CHECK_ATTEMPTS);
  const Bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const keyOf = (key: string) => (prefix ? `${prefix}/${key}` : key);
  const send = s3Sender({ client, patient: clientOf(TOGETHER_MS) }, Bucket);
  return {
    async check() {
      try {
        // Unlike HeadBucket, this call returns a reason.
        await asking.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
      } catch (error) {
        const { name, message } = error as Error;
        throw new Error(`The bucket ${Bucket} cannot be used: ${name} ${message}`, { cause: error });
      }
    },
    room: async () => null,
    async put(key, content, maxBytes, { isNew = false } = {}) {
      const sent = await send(keyOf(key), guarded(content), maxBytes, isNew).catch((error: unknown) => {
        throw isNew && isTaken(error) ? new FileExists(key, { cause: error }) : error;
      });
      // Nothing is acknowledged that the store does not show.
      const { ContentLength } = await client
        .send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }))
        .catch((error: unknown) => {
          throw isNotFound(error) ? new StoreFailed(key, { cause: error }) : error;
        });
      if (ContentLength !== sent.size) throw new StoreFailed(key);
      return { key, ...sent };
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }));
        if (!(Body instanceof Readable)) throw new Error(`The store answered no content for ${key}`);
        return guarded(Body);
      } catch (error) {
        throw error instanceof NoSuchKey ? new FileMissing(key, { cause: error }) : error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) }));
    },
    async *pages(folder) {
      const own = prefix === '' ? 0 : prefix.length + 1;
      const listed = paginateListObjectsV2({ client, pageSize: PAGE }, { Bucket, Prefix: keyOf(folder) });
      for await (const { Contents = [] } of listed) {
        yield Contents.map(({ Key = '', Size = 0, LastModified = new Date() }) => ({
          key: Key.slice(own),
          size: Size,
          storedAt: LastModified,
        }));
      }
    },
    removeFolder: async () => undefined,
    async removePartial(before, folder = '') {
      const under = keyOf(folder) === '' ? {} : { Prefix: keyOf(folder) };
      let removed = 0;
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (from) {
        const page: ListMultipartUploadsCommandOutput | null = await client
          .send(new ListMultipartUploadsCommand({ Bucket, ...under, ...from }))
          .catch(without);
        if (page === null) return removed;
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Initiated || Initiated >= before) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
          removed += 1;
        }
        from = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
      return removed;
    },
  };
}
