import type { Database, Tx } from './database.ts';

/** Runs the work in the transaction that the caller has begun, or else in one of its own. */
export function inTransaction<Result>(db: Database | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}
