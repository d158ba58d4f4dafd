import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readFrames, writeFrame } from './message-framing.ts';

const MESSAGES = [{ a: 'први' }, [], '', { b: 'ж'.repeat(1_000) }, null];

async function written(): Promise<Buffer> {
  const stream = new PassThrough({ highWaterMark: 1_000_000 });
  for (const message of MESSAGES) await writeFrame(stream, message);
  stream.end();
  return buffer(stream);
}

async function read(bytes: Buffer, piece: number, most = 10_000): Promise<unknown[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  );
  const messages: unknown[] = [];
  for await (const message of readFrames(Readable.from(pieces), most)) messages.push(message);
  return messages;
}

it('messages are read as they were written, wherever the stream is parted', async () => {
  const bytes = await written();
  for (const piece of [1, 3, 4, 5, 100, bytes.length]) expect(await read(bytes, piece)).toEqual(MESSAGES);
});

it('half a message is none, and one that is too long is refused before it has come', async () => {
  const bytes = await written();
  expect(await read(bytes.subarray(0, -1), 7)).toEqual(MESSAGES.slice(0, -1));
  await expect(read(bytes, 7, 100)).rejects.toThrow('too long a message');
});
