import { sql } from 'kysely';
import { expect } from 'vitest';
import { lockAccount } from '../modules/identity/queries.ts';
import { endOldAccess } from '../modules/identity/sign-in/ended-access.ts';
import type { Database, Tx } from '../platform/database/database.ts';

/** Waits until some connection waits for a lock of the transaction; `db` is used to check this. */
export async function untilWaiting(db: Database, tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const waiting = sql`select from pg_locks
    where not granted and pg_blocking_pids(pid) @> array[${rows[0]?.pid}::integer]`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
}

/** The answer of a call that waits for its account's lock while the account's access ends. */
export async function answerWhileAccessEnds<Answer>(
  db: Database,
  userId: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  // In an object, because a returned promise is awaited: the transaction would wait for a call that waits for it.
  const { answer } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    const answered = { answer: call() };
    await untilWaiting(db, tx);
    await endOldAccess(tx, userId, 'password changed', new Date());
    return answered;
  });
  return answer;
}
