import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How long a body that nobody wants any more is read on, so that the answer to it arrives. */
export interface Bounds {
  /** It is looked at so often… */
  everyMs: number;
  /** …and has brought at least so much since: whoever drips is not waited for. */
  leastBytes: number;
  longestMs: number;
}

export const BOUNDS: Bounds = { everyMs: 1_000, leastBytes: 16 * 1024, longestMs: 30_000 };

/** Has not all of the call's body come? Calls of tests have no connection that could hold more. */
const isOpen = (raw: IncomingMessage) => raw.complete === false && !raw.destroyed;

/** Takes the body from whoever was reading it, and lets the rest of it pass. */
function release(raw: IncomingMessage): void {
  raw.unpipe();
  raw.removeAllListeners('data').removeAllListeners('readable');
  raw.resume();
}

/** Waits until the rest of a body has passed, its sender has gone, or it comes too slowly or for too long. */
function passed(raw: IncomingMessage, { everyMs, leastBytes, longestMs }: Bounds): Promise<void> {
  return new Promise((resolve) => {
    const since = Date.now();
    let before = raw.socket.bytesRead;
    const looking = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (now - before < leastBytes || Date.now() - since > longestMs) done();
      before = now;
    }, everyMs);
    const done = () => {
      clearInterval(looking);
      resolve();
    };
    raw.once('end', done);
    raw.once('close', done);
  });
}

/**
 * The answer to a call whose body has not all come: told at once, with the word that the connection ends; this ends when
 * the body has passed. Were it closed with bytes on their way, the answer would be lost with them (RFC 9112, 9.6); were it
 * kept, the next call on it, perhaps another person's behind a proxy, would wait behind a body that nobody reads.
 */
export function answerBeforeEnd(
  raw: IncomingMessage,
  reply: FastifyReply,
  answer: string | Buffer,
  bounds: Bounds = BOUNDS,
): string | Buffer | Readable {
  if (!isOpen(raw)) return answer;
  release(raw);
  const ended = passed(raw, bounds);
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(answer));
  async function* slowly() {
    yield answer;
    await ended;
  }
  return Readable.from(slowly(), { objectMode: false });
}

/** Reads on, or closes, every connection whose call was answered before its body has come. */
export function endUnreadBodies(app: FastifyInstance, bounds: Bounds = BOUNDS): void {
  app.addHook('onSend', async ({ raw }, reply, payload: unknown) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) return answerBeforeEnd(raw, reply, payload, bounds);
    if (isOpen(raw)) {
      reply.header('connection', 'close');
      release(raw);
    }
    return payload;
  });
  app.addHook('onResponse', async ({ raw }) => {
    // All of it has come, and part of it lies there unread.
    if (raw.complete && raw.readableLength > 0) release(raw);
  });
}
