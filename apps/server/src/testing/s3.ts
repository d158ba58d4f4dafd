import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { type Held, unfinishedUploads } from './s3-uploads.ts';

export const BUCKET = 'pimis-test';

/** Points the SDK at an S3 server. The key is the one that s3rver knows. */
export function useS3At(endpoint: string, accessKey = 'S3RVER'): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
}

interface Bucket {
  endpoint: string;
  /** From now on a part of this number waits for ever; answers when one has come. */
  holdPart: (number: number) => Promise<void>;
  /** Parts are put together when this promise says so; answers when a call for it has come. */
  holdTogether: (until: Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** A real S3 server on a port of its own, with an empty bucket; `strict`: signatures have to be right, which it finds of
 * contents alone, not of lists. */
export async function startS3({ strict = false } = {}): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'pimis-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It reckons the signatures of this SDK otherwise than the SDK does; keys that it does not know it refuses.
    allowMismatchedSignatures: !strict,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const held: Held = { part: 0, arrived: () => undefined, together: Promise.resolve() };
  server.middleware.unshift(unfinishedUploads(join(directory, BUCKET), held));
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    holdPart: (number) =>
      new Promise((come) => {
        held.part = number;
        held.arrived = come;
      }),
    holdTogether: (until) =>
      new Promise((come) => {
        held.together = until;
        held.arrived = come;
      }),
    stop: async () => {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
