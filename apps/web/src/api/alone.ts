/** Missing at addresses that browsers do not call secure: http, except on the user's own machine. */
type Locks = Pick<LockManager, 'request'> | undefined;

/**
 * Runs the work in one tab at a time. Without locks the tabs do not wait for each other; the server accepts a refresh
 * token that was rotated a moment ago.
 */
export function alone<T>(name: string, work: () => Promise<T>, locks: Locks): Promise<T> {
  return locks ? locks.request(name, work) : work();
}
