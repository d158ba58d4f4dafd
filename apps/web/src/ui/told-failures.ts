import { useEffect, useSyncExternalStore } from 'react';

/** Failures that a panel or a page of the screen tells in its place; the frame tells what is left. */
const told = new Map<unknown, number>();
const listeners = new Set<() => void>();
let version = 0;

function change(failure: unknown, by: 1 | -1): void {
  const count = (told.get(failure) ?? 0) + by;
  if (count > 0) told.set(failure, count);
  else told.delete(failure);
  version += 1;
  for (const listener of listeners) listener();
}

/** Says that this failure is told where it is used, for as long as it is shown there. */
export function useToldHere(failure: unknown): void {
  useEffect(() => {
    if (failure === null || failure === undefined) return undefined;
    change(failure, 1);
    return () => change(failure, -1);
  }, [failure]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Answers for each failure whether it is told on the screen; another answer whenever that changes. */
export function useToldFailures(): (failure: unknown) => boolean {
  useSyncExternalStore(subscribe, () => version);
  return isTold;
}

const isTold = (failure: unknown): boolean => told.has(failure);
