import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export class FileTooLarge extends Error {}

/** Counts and hashes the bytes of a stream and stops it past the limit. */
export function hashAndLimit(maxBytes: number): { stream: Transform; result: () => { size: number; hash: string } } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) {
        done(new FileTooLarge());
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, hash: hash.digest('hex') }) };
}
