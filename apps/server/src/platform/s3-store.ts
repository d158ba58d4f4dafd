import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';
import { measuring } from './measuring.ts';

/**
 * Document contents in a bucket: `s3://bucket/prefix`. Region, keys and a non-default endpoint come from the usual
 * AWS_* environment of the SDK.
 */
export function s3Store(url: URL): FileStore {
  const client = new S3Client({ forcePathStyle: true });
  const Bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const keyOf = (key: string) => (prefix ? `${prefix}/${key}` : key);
  return {
    async put(key, content, maxBytes) {
      const measure = measuring(maxBytes);
      const body = new PassThrough();
      const upload = new Upload({ client, params: { Bucket, Key: keyOf(key), Body: body } });
      const sent = upload.done();
      try {
        await Promise.all([pipeline(content, measure.stream, body), sent]);
      } catch (error) {
        await upload.abort();
        throw error;
      }
      return { key, ...measure.result() };
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range }));
      if (!(Body instanceof Readable)) throw new Error(`The store answered no content for ${key}`);
      return Body;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) }));
    },
  };
}
