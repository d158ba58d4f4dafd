import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationRow } from '@pimis/contract/registries';
import type { Watching } from './watching.ts';

/** Who still listens asks again, and is known again by their session. */
const LONGEST_STREAM_MS = 60_000;
/** Proxies close what is silent. */
const ALIVE_EVERY_MS = 15_000;

/** What is told now, and whether nothing will follow. */
export interface Told {
  data: unknown;
  last: boolean;
}

export interface Stream {
  userId: number;
  event: string;
  /** What is told first; what it throws is the answer. */
  first: () => Promise<Told>;
  /** What is told when the user's operations are these. */
  changed: (rows: OperationRow[]) => Told | Promise<Told>;
}

/** Streams of server-sent events, of those who listen to their operations on this server. */
export class Streams {
  readonly #watching: Watching;
  readonly #ends = new Set<() => void>();
  #closing = false;

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** The server stops: every stream ends. */
  close(): void {
    this.#closing = true;
    for (const end of this.#ends) end();
  }

  /** Tells what is read as server-sent events, each time that it has changed, until the last or until nobody listens. */
  async tell(request: FastifyRequest, reply: FastifyReply, { userId, event, first, changed }: Stream): Promise<void> {
    const leave = this.#watching.enter(userId);
    try {
      const told = await first();
      reply.hijack();
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // A server that stops waits for no connection that would be kept for more.
        connection: 'close',
        'x-request-id': request.id,
        // A proxy that gathers an answer would keep it to the end.
        'x-accel-buffering': 'no',
      });
      const writer = new EventWriter(reply, event);
      writer.write(told);
      if (!told.last && !this.#closing) await this.#follow(userId, changed, writer, request);
      reply.raw.end();
    } finally {
      leave();
    }
  }

  #follow(userId: number, changed: Stream['changed'], writer: EventWriter, request: FastifyRequest): Promise<void> {
    return new Promise((resolve) => {
      let reading = false;
      const tell = async (rows: OperationRow[]) => {
        // What is told of the one before is not told yet.
        if (reading) return;
        reading = true;
        try {
          const told = await changed(rows);
          writer.write(told);
          if (told.last || writer.isOver) end();
        } catch (error) {
          // The answer has begun: whoever listens finds the stream at its end, and asks again.
          request.log.error({ err: error }, 'progress could not be told');
          end();
        } finally {
          reading = false;
        }
      };
      const stop = this.#watching.listen(userId, (rows) => void tell(rows));
      const over = setTimeout(() => end(), LONGEST_STREAM_MS);
      const end = () => {
        clearTimeout(over);
        stop();
        this.#ends.delete(end);
        resolve();
      };
      this.#ends.add(end);
      writer.whenGone(end);
    });
  }
}

/** Writes events of one kind, each that differs from the one before. */
class EventWriter {
  readonly #reply: FastifyReply;
  readonly #event: string;
  #before = '';
  #spoken = Date.now();

  constructor(reply: FastifyReply, event: string) {
    this.#reply = reply;
    this.#event = event;
  }

  get isOver(): boolean {
    return this.#reply.raw.destroyed;
  }

  /** Calls when whoever listened has gone. */
  whenGone(gone: () => void): void {
    this.#reply.raw.once('close', gone);
  }

  write({ data }: Told): void {
    const text = JSON.stringify(data);
    if (this.isOver || (text === this.#before && Date.now() - this.#spoken <= ALIVE_EVERY_MS)) return;
    this.#reply.raw.write(text === this.#before ? ': \n\n' : `event: ${this.#event}\ndata: ${text}\n\n`);
    this.#spoken = Date.now();
    this.#before = text;
  }
}
