import type { Tx } from './database.ts';

/** The value of a row of `settings`, locked until the transaction ends; made with the first value if there is none. */
export async function lockedSetting<Value>(tx: Tx, key: string, first: Value): Promise<Value> {
  await tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(first) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.value as Value;
}

export async function writeSetting(tx: Tx, key: string, value: object, now: Date): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(value), changed_at: now })
    .where('key', '=', key)
    .execute();
}
