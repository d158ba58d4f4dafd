import type { Kysely, Transaction } from 'kysely';

/**
 * Runs `work` at the end of every transaction of this database, within it, so that no service can forget it. A failure
 * rolls the transaction back. Transactions that name an isolation level or an access mode only read; they are left
 * alone.
 */
export function beforeEachCommit<Tables>(db: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<void>): void {
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = (change) =>
      execute(async (tx) => {
        const result = await change(tx);
        await work(tx);
        return result;
      });
    return transaction;
  };
}
