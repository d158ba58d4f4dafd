/**
 * Whether the server can be reached, as far as calls have told; what waits for it to be back. A word of the browser that
 * it has no network counts like a call that failed; only an answer of the server counts as a connection.
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

/** The server has answered again: what waited for that is done now, each once. */
export function connectionBack(): void {
  const due = [...waiting.values()];
  waiting.clear();
  set(false);
  for (const run of due) run();
}

/** Has something done when the connection is back, in place of what waited under that name. Answers how to give it up. */
export function whenBack(name: string, run: () => void): () => void {
  waiting.set(name, run);
  return () => {
    if (waiting.get(name) === run) waiting.delete(name);
  };
}
