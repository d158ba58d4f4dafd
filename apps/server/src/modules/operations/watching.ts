import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationRow } from '@pimis/contract/registries';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { operationsOf } from './service.ts';

/** So often the operations of all who listen are read, by one statement. */
const READ_EVERY_MS = 500;
/**
 * A browser opens six connections to a server, for all its tabs. Whoever listens in more places asks there, as without a
 * stream.
 */
const STREAMS_OF_A_PERSON = 6;
const RETRY_AFTER_SECONDS = 5;

/** What one of those who listen is told: the user's operations of a day as they are now. */
type Listener = (rows: OperationRow[]) => void;

/** Who listens to operations on this server. Whatever their number, the database is asked for all of them at once. */
export class Watching {
  readonly #context: Context;
  readonly #listeners = new Map<number, Set<Listener>>();
  /** Runs what belongs to no call in particular: it takes no share of the caller who happened to be the first. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #open = new Map<number, number>();
  #reads = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Is there a place for a stream of the user? Error: RequestLimitReached. */
  requirePlace(userId: number): void {
    const open = this.#open.get(userId) ?? 0;
    if (open >= STREAMS_OF_A_PERSON) throw new ApiError('RequestLimitReached', { retryAfter: RETRY_AFTER_SECONDS });
  }

  /** Takes a place for a stream of the user, and answers how to leave it: once. Error: RequestLimitReached. */
  enter(userId: number): () => void {
    this.requirePlace(userId);
    this.#open.set(userId, (this.#open.get(userId) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(userId) ?? 1) - 1;
      if (left > 0) this.#open.set(userId, left);
      else this.#open.delete(userId);
    };
  }

  /** Has the listener told of the user's operations each time that they are read, until the returned function is called. */
  listen(userId: number, listener: Listener): () => void {
    const own = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, own);
    own.add(listener);
    if (!this.#reads) {
      this.#reads = true;
      this.#outside(() => void this.#read());
    }
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#listeners.get(userId) === own) this.#listeners.delete(userId);
    };
  }

  async #read(): Promise<void> {
    while (this.#listeners.size > 0) {
      await sleep(READ_EVERY_MS);
      try {
        const rows = await operationsOf(this.#context, [...this.#listeners.keys()]);
        for (const [userId, listeners] of this.#listeners) {
          for (const listener of listeners) listener(rows.get(userId) ?? []);
        }
      } catch (error) {
        // Whoever listens hears nothing for a while, and asks when the stream is at its end.
        this.#context.log.error({ err: error }, 'operations could not be read for those who listen');
      }
    }
    this.#reads = false;
  }
}
