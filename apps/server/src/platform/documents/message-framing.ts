import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Length-prefixed JSON messages over a stream: four bytes of length (big-endian), then the JSON in UTF-8. */

const LENGTH_BYTES = 4;

export class FrameError extends Error {}

/** Writes a message and waits while the reader has not taken the earlier ones. */
export async function writeFrame(to: Writable, message: unknown): Promise<void> {
  const body = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(body.length);
  if (!to.write(Buffer.concat([length, body]))) await once(to, 'drain');
}

/** The messages of a stream, none longer than `maxBytes`. An incomplete last message is dropped. Error: FrameError. */
export async function* readFrames(from: Readable, maxBytes: number): AsyncGenerator<unknown> {
  let come: Buffer[] = [];
  let size = 0;
  let wanted = LENGTH_BYTES;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    come.push(chunk);
    size += chunk.length;
    // The pieces are joined once the message is complete.
    while (size >= wanted) {
      const bytes = come.length === 1 ? (come[0] ?? Buffer.alloc(0)) : Buffer.concat(come);
      const length = bytes.readUInt32BE();
      if (length > maxBytes) throw new FrameError('too long a message');
      come = [bytes];
      wanted = LENGTH_BYTES + length;
      if (size < wanted) break;
      yield JSON.parse(bytes.toString('utf8', LENGTH_BYTES, wanted));
      come = [bytes.subarray(wanted)];
      size -= wanted;
      wanted = LENGTH_BYTES;
    }
  }
}
