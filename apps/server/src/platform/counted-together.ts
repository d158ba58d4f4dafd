/**
 * Counting that is asked for many times at once: what comes while a statement is under way is counted by the next one, all
 * of it together. Else as many would wait for one row, each with a connection of the pool.
 */

interface Asked {
  resolve: (count: number) => void;
  reject: (error: unknown) => void;
}

/** What waits for its turn, by the database and the key that is counted. */
const waiting = new WeakMap<object, Map<string, Asked[]>>();

/** Counts one of the key and answers how many there are with it. `add` counts so many more, and answers how many there are. */
export function countedTogether(db: object, key: string, add: (more: number) => Promise<number>): Promise<number> {
  const keys = waiting.get(db) ?? new Map<string, Asked[]>();
  waiting.set(db, keys);
  const queue = keys.get(key);
  return new Promise((resolve, reject) => {
    if (queue) queue.push({ resolve, reject });
    else {
      const own = [{ resolve, reject }];
      keys.set(key, own);
      void count(own, add).finally(() => keys.delete(key));
    }
  });
}

async function count(queue: Asked[], add: (more: number) => Promise<number>): Promise<void> {
  while (queue.length > 0) {
    const asked = queue.splice(0);
    try {
      const total = await add(asked.length);
      for (const [index, { resolve }] of asked.entries()) resolve(total - asked.length + index + 1);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
