/**
 * Batches increments of one counter: the next statement adds all increments that arrived while one ran. Without this
 * each increment would hold a connection while it waits for the row's lock.
 */

interface Asked {
  resolve: (count: number) => void;
  reject: (error: unknown) => void;
}

/** Increments that wait for the running statement, by database and key. */
const waiting = new WeakMap<object, Map<string, Asked[]>>();

/**
 * Increments the counter of the key and returns its value. `add` increments it by the given number and returns the
 * value.
 */
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

/** `done` receives the last values before any caller continues, so no caller adds to a queue that has ended. */
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
