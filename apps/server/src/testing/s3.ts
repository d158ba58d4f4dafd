import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { type Held, unfinishedUploads } from './s3-uploads.ts';

export const BUCKET = 'pimis-test';

/** Points the SDK at an S3 server. s3rver knows this key. */
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
  /** A part of this number never completes; resolves when one has arrived. */
  holdPart: (number: number) => Promise<void>;
  /** Completion waits for this promise; resolves when a call for it has arrived. */
  holdTogether: (until: Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * A real S3 server on a port of its own, with an empty bucket; `strict` checks signatures, which s3rver does correctly
 * only for contents, not for lists.
 */
export async function startS3({ strict = false } = {}): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'pimis-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // s3rver computes the signatures of this SDK differently; it refuses unknown keys.
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
