import type { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { pipeline, type Readable } from 'node:stream';

/*
 * A stream, socket or server that fails without a listener ends the process
 * (docs/decisions/0231-what-nobody-expects.md).
 */

/**
 * Gives a stream a listener from its beginning: it may fail before its reader comes, or after the reader has gone. The
 * reader still receives the error, also one that came before it.
 */
export function guarded<Emitter extends EventEmitter>(emitter: Emitter): Emitter {
  return emitter.on('error', () => undefined);
}

/** The end of a chain of streams. A failure of any of them ends all, and the reader of the last one receives it. */
export function joined<Last extends NodeJS.ReadWriteStream & Readable>(source: Readable, last: Last): Last {
  guarded(source);
  pipeline(source, guarded(last), (error) => {
    if (error && !last.destroyed) last.destroy(error);
  });
  return last;
}

/**
 * Reports connections that a listening server could not accept, for example for lack of file descriptors; callers
 * retry. Before the server listens, errors belong to the start.
 */
export function surviveAccepting(server: Server, report: (error: Error) => void): void {
  server.on('error', report);
}
