import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Interval between two looks at the rest of a request body that is discarded after the answer (lingering close). */
const LOOK_MS = 1_000;
/** The least number of bytes between two looks: the server does not wait for a client that sends next to nothing. */
const LEAST_BYTES = 16 * 1024;
const LONGEST_MS = 30_000;

/** Returns whether part of the request body is still to arrive. Injected requests have no connection. */
const isIncomplete = (raw: IncomingMessage) => raw.complete === false && !raw.destroyed;

/** Detaches every reader of the body and discards the rest of it. */
function discardRest(raw: IncomingMessage): void {
  raw.unpipe();
  raw.removeAllListeners('data').removeAllListeners('readable');
  raw.resume();
}

/** Waits until the rest of a body has arrived, the client has gone, or the body is too slow or takes too long. */
function restDiscarded(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const since = Date.now();
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (now - before < LEAST_BYTES || Date.now() - since > LONGEST_MS) done();
      before = now;
    }, LOOK_MS);
    const done = () => {
      clearInterval(timer);
      resolve();
    };
    raw.once('end', done);
    raw.once('close', done);
  });
}

/**
 * Wraps the answer to a request whose body is incomplete. The answer is sent at once with `Connection: close`; the
 * connection closes when the rest of the body has been discarded. Closing it earlier would lose the answer (RFC 9112,
 * 9.6). Keeping it open would delay the next request, behind a proxy that of another person.
 */
export function withLingeringClose(
  raw: IncomingMessage,
  reply: FastifyReply,
  answer: string | Buffer,
): string | Buffer | Readable {
  if (!isIncomplete(raw)) return answer;
  discardRest(raw);
  const ended = restDiscarded(raw);
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(answer));
  async function* payload() {
    yield answer;
    await ended;
  }
  return Readable.from(payload(), { objectMode: false });
}

/** Drains or closes every connection whose request was answered before its body was read. */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply, payload: unknown) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) return withLingeringClose(raw, reply, payload);
    if (isIncomplete(raw)) {
      reply.header('connection', 'close');
      discardRest(raw);
    }
    return payload;
  });
  app.addHook('onResponse', async ({ raw }) => {
    // The body is complete and partly buffered unread, which would pause the socket.
    if (raw.complete && raw.readableLength > 0) discardRest(raw);
  });
}
