/**
 * Batches increments of one counter: those that are asked for while a statement runs are added together by the next one.
 * Without it each would wait for the lock of the row, with a connection of the pool.
 */

interface Asked {
  resolve: (count: number) => void;
  reject: (error: unknown) => void;
}

/** Increments that wait for the running statement, by database and key. */
const waiting = new WeakMap<object, Map<string, Asked[]>>();

/** Increments the counter of the key and answers its value. `add` increments it by so many and answers its value. */
export function countBatched(db: object, key: string, add: (more: number) => Promise<number>): Promise<number> {
  const keys = waiting.get(db) ?? new Map<string, Asked[]>();
  waiting.set(db, keys);
  const queue = keys.get(key);
  return new Promise((resolve, reject) => {
    if (queue) queue.push({ resolve, reject });
    else {
      const own = [{ resolve, reject }];
      keys.set(key, own);
      void count(own, add, () => keys.delete(key));
    }
  });
}

/** `done` is called with the last answers, before anybody who has one goes on: nobody adds to a queue that has ended. */
async function count(queue: Asked[], add: (more: number) => Promise<number>, done: () => void): Promise<void> {
  while (queue.length > 0) {
    const asked = queue.splice(0);
    try {
      const total = await add(asked.length);
      for (const [index, { resolve }] of asked.entries()) resolve(total - asked.length + index + 1);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  done();
}
