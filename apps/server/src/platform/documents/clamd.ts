import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { guarded } from '../streams.ts';

const SILENCE_MS = 120_000;
const LENGTH_BYTES = 4;
/** clamd takes no single piece above its own limits; pieces of a stream are far below. */
const MAX_PIECE = 1024 * 1024;
const MAX_ANSWER = 4_096;

/** The finding of clamd: null, or the name of the signature. */
export type ValidationResult = { clean: true } | { clean: false; finding: string };

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer += chunk.toString('utf8');
    if (answer.includes('\0') || answer.length > MAX_ANSWER) break;
  }
  return answer.replace(/\0.*$/s, '').trim();
}

/** Error: when no clamd answers at the address. */
export async function checkClamd(url: string, timeoutMs: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = guarded(connect({ host: hostname, port: Number(port) }));
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd is silent')));
  try {
    await once(socket, 'connect');
    await write(socket, Buffer.from('zPING\0'));
    const answer = await answerOf(socket);
    if (answer !== 'PONG') throw new Error(`clamd: ${answer || 'no answer'}`);
  } finally {
    socket.destroy();
  }
}

/**
 * Scans a content with clamd (`tcp://host:port`) by its INSTREAM command: each piece follows its length, and a length
 * of zero ends the stream. Errors: those of the connection, and any answer that is not a finding.
 */
export async function scan(url: string, content: Readable): Promise<ValidationResult> {
  const { hostname, port } = new URL(url);
  // The reader of the answer receives the error; an error after the answer is ignored.
  const socket = guarded(connect({ host: hostname, port: Number(port) }));
  guarded(content);
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('clamd is silent')));
  try {
    await once(socket, 'connect');
    // clamd answers and closes in the middle of a stream that it refuses.
    const answered = answerOf(socket);
    answered.catch(() => undefined);
    const sent = (async () => {
      await write(socket, Buffer.from('zINSTREAM\0'));
      for await (const chunk of content as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += MAX_PIECE) {
          const piece = chunk.subarray(at, at + MAX_PIECE);
          await write(socket, lengthOf(piece.length));
          await write(socket, piece);
        }
      }
      await write(socket, lengthOf(0));
    })();
    sent.catch(() => undefined);
    const first = await Promise.race([answered, sent.then(() => answered)]);
    if (/^stream: OK$/.test(first)) {
      await sent;
      return { clean: true };
    }
    const finding = /^stream: (.+) FOUND$/.exec(first)?.[1];
    if (finding === undefined) throw new Error(`clamd: ${first || 'no answer'}`);
    return { clean: false, finding };
  } finally {
    content.destroy();
    socket.destroy();
  }
}
