import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type Database, openDatabase } from '../platform/database/database.ts';

const DEPTH = 40;
const transactions = new AsyncLocalStorage<Database>();

/** Marks a call that a test makes while it has a transaction open itself: it does not belong to that transaction. */
export const outsideTransaction = <Result>(call: () => Result): Result => transactions.exit(call);

/** The lines of the stack within the server's modules, the innermost first. */
function ownCallers(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = DEPTH;
  const { stack = '' } = new Error('callers');
  Error.stackTraceLimit = stackTraceLimit;
  return stack.split('\n').filter((line) => line.includes('/modules/'));
}

/**
 * Opens a database for tests that reports every transaction that takes a second connection of its pool: if such calls
 * used all connections of the pool, they would deadlock.
 */
export function openWatchedDatabase(
  url: string,
  options: Parameters<typeof openDatabase>[1],
  report: (stack: string) => void,
): Database {
  const db: Database = openDatabase(url, {
    ...options,
    watch: (pool: pg.Pool) => {
      const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
      const watched = () => {
        const callers = transactions.getStore() === db ? ownCallers() : [];
        // A test may look at the database while it holds a transaction open itself.
        if (callers[0]?.includes('.test.ts') === false) {
          report(['A transaction takes a second connection', ...callers].join('\n'));
        }
        return connect();
      };
      pool.connect = watched as typeof pool.connect;
    },
  });
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((tx) => transactions.run(db, () => work(tx)));
    return builder;
  };
  return db;
}
