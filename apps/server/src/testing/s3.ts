import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

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

/** A real S3 server on a port of its own, with an empty bucket; `strict`: signatures have to be right, which it finds of
 * contents alone, not of lists. */
export async function startS3({ strict = false } = {}): Promise<{ endpoint: string; stop: () => Promise<void> }> {
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
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
