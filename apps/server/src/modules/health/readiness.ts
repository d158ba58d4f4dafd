import type { StatusName } from '@pimis/contract/errors';
import type { Context } from '../../platform/context.ts';
import { databaseAnswers } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { missingMigrations } from '../../platform/database/migrate.ts';
import { requireOwnSecrets } from '../../platform/audit/secret-marks.ts';

/** The timeout of a part, and how long a good result is reused, so that frequent checks do not reach the storage. */
const TIMEOUT_MS = 5_000;
const REMEMBERED_MS = 1_000;

type Part = 'database' | 'migrations' | 'storage';
type Times = Record<Part, { ms: number }>;

const FAILED_AS: Readonly<Record<Part, StatusName>> = {
  database: 'ServiceUnavailable',
  migrations: 'ServiceUnavailable',
  storage: 'StorageUnavailable',
};

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const begun = performance.now();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
  return { ms: Math.round((performance.now() - begun) * 10) / 10 };
}

/**
 * Checks the parts that a server needs for calls: the database, its schema, the storage. Concurrent callers share one
 * check.
 */
export class Readiness {
  readonly #context: Context;
  #running: Promise<Times> | undefined;
  #good: { times: Times; until: number } | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The time that each part took, in milliseconds. Error: ServiceUnavailable, which names each part that fails. */
  async times(): Promise<Times> {
    if (this.#good && performance.now() < this.#good.until) return this.#good.times;
    this.#running ??= this.#ask().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #ask(): Promise<Times> {
    const { db, files, log, config } = this.#context;
    const works: Record<Part, () => Promise<unknown>> = {
      // A new secret is accepted while servers with the former one still run; those are no longer ready.
      database: async () => {
        await databaseAnswers(db);
        await requireOwnSecrets(db, config);
      },
      migrations: async () => {
        const missing = await missingMigrations(db);
        if (missing.length > 0) throw new Error(`the database has not run ${missing.join(', ')}`);
      },
      storage: () => files.check(),
    };
    const parts = Object.keys(works) as Part[];
    const outcomes = await Promise.allSettled(parts.map((part) => timed(works[part])));
    const failed = parts.flatMap((part, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return [];
      log.warn({ err: outcome.reason as unknown, part }, 'not ready');
      return [{ field: part, code: FAILED_AS[part] }];
    });
    if (failed.length > 0) throw new ApiError('ServiceUnavailable', { fieldErrors: failed });
    const times = Object.fromEntries(
      parts.map((part, index) => [part, (outcomes[index] as PromiseFulfilledResult<{ ms: number }>).value]),
    ) as Times;
    this.#good = { times, until: performance.now() + REMEMBERED_MS };
    return times;
  }
}
