import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import { watchReplica } from './replica-watch.ts';

afterEach(() => vi.useRealTimers());

it('a look that hangs, the first one too, is not followed by another', async () => {
  vi.useFakeTimers();
  const acquireConnection = vi.fn(() => new Promise<never>(() => undefined));
  const nothing = () => Promise.resolve();
  const hanging = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        acquireConnection,
        init: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Database;
  const log = { warn: vi.fn(), info: vi.fn() };
  const { replica } = watchReplica({ primary: hanging, db: hanging, boundMs: 5_000 }, log);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(acquireConnection).toHaveBeenCalledOnce();
  expect(replica.isUsable()).toBe(false);
});
