import { useEffect, useSyncExternalStore } from 'react';

/** Failures that panels or pages report themselves, with the number of places; the frame reports the others. */
const reported = new Map<unknown, number>();
const listeners = new Set<() => void>();
let version = 0;

function change(failure: unknown, by: 1 | -1): void {
  const count = (reported.get(failure) ?? 0) + by;
  if (count > 0) reported.set(failure, count);
  else reported.delete(failure);
  version += 1;
  for (const listener of listeners) listener();
}

/** Marks a failure as reported by the calling component, for as long as that shows it. */
export function useReportsFailure(failure: unknown): void {
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

/** Returns whether a component reports a failure; the caller renders again when that changes. */
export function useIsReported(): (failure: unknown) => boolean {
  useSyncExternalStore(subscribe, () => version);
  return isReported;
}

const isReported = (failure: unknown): boolean => reported.has(failure);
