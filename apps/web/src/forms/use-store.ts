import { useCallback, useSyncExternalStore } from 'react';
import type { Listener } from './place-listeners.ts';
import type { FormStore } from './store.ts';

/** Reads something of the store and renders again only when that changes. */
export function useStore<T>(store: FormStore, read: (store: FormStore) => T): T {
  return useSyncExternalStore(store.subscribe, () => read(store));
}

/** Reads a value that depends on one place and renders again only when that changes. */
export function usePlace<T>(store: FormStore, name: string, read: (store: FormStore) => T): T {
  const subscribe = useCallback((listener: Listener) => store.subscribeAt(name, listener), [store, name]);
  return useSyncExternalStore(subscribe, () => read(store));
}
