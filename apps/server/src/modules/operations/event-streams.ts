import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationRow } from '@pimis/contract/registries';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { cutWhenStalled } from '../../platform/http/stalled-answers.ts';
import type { OperationPoller } from './operation-poller.ts';

/** A stream ends after this time; the client connects again and is authenticated again. */
const LONGEST_STREAM_MS = 60_000;
/** Proxies close silent connections. */
const ALIVE_EVERY_MS = 15_000;

/** An event: its data, and whether it is the last one of its stream. */
export interface StreamEvent {
  data: unknown;
  last: boolean;
}

export interface Stream {
  user: CurrentUser;
  event: string;
  /** Returns the first event; an error becomes the answer. */
  first: () => Promise<StreamEvent>;
  /** Returns the event for the user's present operations. */
  changed: (rows: OperationRow[]) => StreamEvent | Promise<StreamEvent>;
}

/** Server-sent events of operations. */
export class EventStreams {
  readonly #poller: OperationPoller;
  readonly #ends = new Set<() => void>();
  #closing = false;

  constructor(poller: OperationPoller) {
    this.#poller = poller;
  }

  /** Ends every stream, because the server stops. */
  close(): void {
    this.#closing = true;
    for (const end of this.#ends) end();
  }

  /** Sends an event whenever its data have changed, until the last event or until the client disconnects. */
  async send(request: FastifyRequest, reply: FastifyReply, { user, event, first, changed }: Stream): Promise<void> {
    const next = await first();
    reply.hijack();
    cutWhenStalled(reply.raw, () => request.log.info('nobody reads the stream'));
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // The connection must close, so that a stopping server does not wait for it.
      connection: 'close',
      'x-request-id': request.id,
      // A proxy that buffers responses would hold the events back until the end.
      'x-accel-buffering': 'no',
    });
    const writer = new EventWriter(reply, event);
    writer.write(next);
    if (!next.last && !this.#closing) await this.#follow(user, changed, writer, request);
    reply.raw.end();
  }

  #follow(user: CurrentUser, changed: Stream['changed'], writer: EventWriter, request: FastifyRequest): Promise<void> {
    return new Promise((resolve) => {
      let reading = false;
      const send = async (rows: OperationRow[] | null) => {
        // The session has ended, or the account was revoked: the client asks again and is refused.
        if (rows === null) return end();
        // The previous event is not sent yet.
        if (reading) return;
        reading = true;
        try {
          const next = await changed(rows);
          writer.write(next);
          if (next.last || writer.isOver) end();
        } catch (error) {
          // The headers are sent, so the stream ends and the client connects again.
          request.log.error({ err: error }, 'an event could not be sent');
          end();
        } finally {
          reading = false;
        }
      };
      const stop = this.#poller.listen(user, (rows) => void send(rows));
      const over = setTimeout(() => end(), LONGEST_STREAM_MS);
      const end = () => {
        clearTimeout(over);
        stop();
        this.#ends.delete(end);
        resolve();
      };
      this.#ends.add(end);
      writer.onClose(end);
    });
  }
}

/** Writes events of one name, skipping repetitions. */
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

  /** Calls the listener when the client disconnects. */
  onClose(listener: () => void): void {
    this.#reply.raw.once('close', listener);
  }

  write({ data }: StreamEvent): void {
    const text = JSON.stringify(data);
    if (this.isOver || (text === this.#before && Date.now() - this.#spoken <= ALIVE_EVERY_MS)) return;
    this.#reply.raw.write(text === this.#before ? ': \n\n' : `event: ${this.#event}\ndata: ${text}\n\n`);
    this.#spoken = Date.now();
    this.#before = text;
  }
}
