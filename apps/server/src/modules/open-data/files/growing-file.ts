import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { guarded, joined } from '../../../platform/streams.ts';

/** A file that is written while it is stored. What fails it, on either side, is the error of `stored`. */
export class GrowingFile<Stored> {
  readonly #input = guarded(new PassThrough());
  readonly stored: Promise<Stored>;

  constructor(store: (content: Readable) => Promise<Stored>, { gzip = false }: { gzip?: boolean } = {}) {
    this.stored = store(gzip ? joined(this.#input, createGzip()) : this.#input);
    // Also for a store that fails before it reads: nobody would take what is written.
    this.stored.catch(() => this.#input.destroy());
  }

  /** Waits while the store is slower. Error: that of the store. */
  async write(text: string): Promise<void> {
    // A store that has failed never drains.
    if (!this.#input.write(text)) await Promise.race([once(this.#input, 'drain'), this.stored]);
  }

  end(): Promise<Stored> {
    this.#input.end();
    return this.stored;
  }

  /** Aborts the storing; the store keeps no part of it. */
  abandon(error: Error): void {
    this.#input.destroy(error);
  }
}
