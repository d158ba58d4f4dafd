import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { guarded, joined } from '../../../platform/streams.ts';

/** A file that is written while it is being stored. `stored` rejects with an error of either side. */
export class GrowingFile<Stored> {
  readonly #input = guarded(new PassThrough());
  readonly stored: Promise<Stored>;

  constructor(store: (content: Readable) => Promise<Stored>, { gzip = false }: { gzip?: boolean } = {}) {
    this.stored = store(gzip ? joined(this.#input, createGzip()) : this.#input);
    // If the store fails before it reads, nothing would consume the written data.
    this.stored.catch(() => this.#input.destroy());
  }

  /** Waits while the store is slower than the writer. Error: that of the store. */
  async write(text: string): Promise<void> {
    // A store that has failed never drains.
    if (!this.#input.write(text)) await Promise.race([once(this.#input, 'drain'), this.stored]);
  }

  end(): Promise<Stored> {
    this.#input.end();
    return this.stored;
  }

  /** Aborts the storing; the store keeps no partial file. */
  abandon(error: Error): void {
    this.#input.destroy(error);
  }
}
