/**
 * Batches increments of one counter: the next statement adds all increments that arrived while one ran. Without this,
 * each increment would hold a connection while it waits for the row lock.
 */

interface Waiting {
  resolve: (count: number) => void;
  reject: (error: unknown) => void;
}

/** Increments that wait for the running statement, by database and key. */
const waiting = new WeakMap<object, Map<string, Waiting[]>>();

/**
 * Increments the counter of the key and returns its value. `add` increments it by the given number and returns the
 * value.
 */
export function countBatched(db: object, key: string, add: (more: number) => Promise<number>): Promise<number> {
  const keys = waiting.get(db) ?? new Map<string, Waiting[]>();
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
async function count(queue: Waiting[], add: (more: number) => Promise<number>, done: () => void): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0);
    try {
      const total = await add(batch.length);
      for (const [index, { resolve }] of batch.entries()) resolve(total - batch.length + index + 1);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  done();
}
