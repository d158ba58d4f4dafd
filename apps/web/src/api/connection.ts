/**
 * Whether the server can be reached, by the results of calls, and what waits for it. A report of the browser that it is
 * offline counts like a failed call; only an answer of the server counts as a connection.
 */

let lost = false;
const listeners = new Set<() => void>();
const waiting = new Map<string, () => void>();

function set(next: boolean): void {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener();
}

export const connectionIsLost = (): boolean => lost;

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function connectionLost(): void {
  set(true);
}

/** The server has answered again: runs what waited, each once. */
export function connectionBack(): void {
  const due = takeWaiting();
  set(false);
  for (const run of due) run();
}

/** Runs what waited, each once. */
export function runWaiting(): void {
  for (const run of takeWaiting()) run();
}

function takeWaiting(): (() => void)[] {
  const due = [...waiting.values()];
  waiting.clear();
  return due;
}

/** Runs something when the connection is back, replacing what waited under that name. Returns how to cancel it. */
export function whenBack(name: string, run: () => void): () => void {
  waiting.set(name, run);
  return () => {
    if (waiting.get(name) === run) waiting.delete(name);
  };
}

/** Whether a screen shows that the connection is lost, and polls until it is back. */
export const connectionIsWatched = (): boolean => listeners.size > 0;

/** Resolves when a lost connection is back. */
export function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onConnection(() => {
      stop();
      resolve();
    });
  });
}
