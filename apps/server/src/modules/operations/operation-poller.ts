import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OperationRow } from '@pimis/contract/registries';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { operationsOf } from './service.ts';

/** The interval between two reads of all listeners' operations, by one statement. */
const READ_EVERY_MS = 500;
/** A browser opens six connections to a server for all tabs together. Refused clients poll instead. */
const STREAMS_OF_A_PERSON = 6;
const RETRY_AFTER_SECONDS = 5;

/** Receives the user's operations of the last day after each read; null once the session has ended. */
type Listener = (rows: OperationRow[] | null) => void;

/**
 * Polls the operations of all users who listen on this server, with one query for all, and whether their sessions are
 * open.
 */
export class OperationPoller {
  readonly #context: Context;
  /** The listeners of each user, with their sessions. */
  readonly #listeners = new Map<number, Map<Listener, string>>();
  /** The context outside of any request: polling must not count against the quota of the first listener. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #open = new Map<number, number>();
  #reads = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Counts a stream of the user from its request and returns a function that frees its place once. Concurrent requests
   * get no more than the limit. Error: RequestLimitReached.
   */
  openStream(userId: number): () => void {
    const open = this.#open.get(userId) ?? 0;
    if (open >= STREAMS_OF_A_PERSON) {
      throw new ApiError('RequestLimitReached', { retryAfter: RETRY_AFTER_SECONDS, limit: 'eventStreams' });
    }
    this.#open.set(userId, open + 1);
    return () => {
      const left = (this.#open.get(userId) ?? 1) - 1;
      if (left > 0) this.#open.set(userId, left);
      else this.#open.delete(userId);
    };
  }

  /**
   * Calls the listener with the user's operations after each poll that began later, until the returned function is
   * called.
   */
  listen({ id: userId, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>, listener: Listener): () => void {
    const own = this.#listeners.get(userId) ?? new Map<Listener, string>();
    this.#listeners.set(userId, own);
    own.set(listener, sessionId);
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
        await this.#poll();
      } catch (error) {
        // A failed poll is only a delay: the client asks again when the stream ends.
        this.#context.log.error({ err: error }, 'operations could not be read for those who listen');
      }
    }
    this.#reads = false;
  }

  /**
   * Reads once, and notifies the listeners registered before the read. Later listeners wait for the next read, because
   * this one may lack their operations.
   */
  async #poll(): Promise<void> {
    const polled = [...this.#listeners].flatMap(([userId, own]) =>
      [...own].map(([listener, sessionId]) => ({ userId, listener, sessionId })),
    );
    const sessions = polled.map(({ sessionId }) => sessionId);
    const open = await this.#context.db
      .selectFrom('published.open_sessions')
      .select('id')
      .where(sql<boolean>`id = any(${sessions})`)
      .execute();
    const present = new Set(open.map(({ id }) => id));
    const read = await operationsOf(this.#context, [...this.#listeners.keys()]);
    for (const { userId, listener, sessionId } of polled) {
      if (!this.#listeners.get(userId)?.has(listener)) continue;
      listener(present.has(sessionId) ? (read.get(userId) ?? []) : null);
    }
  }
}
