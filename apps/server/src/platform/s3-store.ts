import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, type FileStore, PAGE } from './file-store.ts';
import { measuring } from './measuring.ts';

const CONNECT_MS = 5_000;
/** Nothing has come or gone on a connection for so long. */
const SILENCE_MS = 60_000;
const ATTEMPTS = 3;
/** Parts of this size, so many of them: 3,000 MB need 375, and never more than four are held. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

/** Stores that do not tell of unfinished uploads remove them by a rule of the bucket. */
function without(error: unknown): null {
  if (error instanceof Error && error.name === 'NotImplemented') return null;
  throw error;
}

/**
 * Document contents in a bucket: `s3://bucket/prefix`. Region, keys and a non-default endpoint come from the usual
 * AWS_* environment of the SDK.
 */
export function s3Store(url: URL, { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = {}): FileStore {
  const client = new S3Client({
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      socketTimeout: silenceMs,
      throwOnRequestTimeout: true,
    },
  });
  const Bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const keyOf = (key: string) => (prefix ? `${prefix}/${key}` : key);
  return {
    async check() {
      try {
        // Unlike a question about the bucket alone, it is answered with a reason.
        await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
      } catch (error) {
        const { name, message } = error as Error;
        throw new Error(`The bucket ${Bucket} of STORAGE_URL cannot be used: ${name} ${message}`, { cause: error });
      }
    },
    async put(key, content, maxBytes) {
      const measure = measuring(maxBytes);
      const body = new PassThrough();
      const upload = new Upload({
        client,
        params: { Bucket, Key: keyOf(key), Body: body },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      const sent = upload.done();
      try {
        await Promise.all([pipeline(content, measure.stream, body), sent]);
      } catch (error) {
        body.destroy();
        content.destroy();
        await upload.abort();
        throw error;
      }
      return { key, ...measure.result() };
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }));
        if (!(Body instanceof Readable)) throw new Error(`The store answered no content for ${key}`);
        return Body;
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
        yield Contents.map(({ Key = '', LastModified = new Date() }) => ({
          key: Key.slice(own),
          storedAt: LastModified,
        }));
      }
    },
    async removePartial(before) {
      const under = prefix === '' ? {} : { Prefix: `${prefix}/` };
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
