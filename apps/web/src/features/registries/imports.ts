import { useSyncExternalStore } from 'react';
import type { ImportResult } from '@pimis/contract/registries';
import { keep, readKept } from '../../browser/storage.ts';
import { objectIn } from '../../ui/json-in.ts';

/**
 * The import of one registry that runs in the background or has ended. The whole product knows it: a user who closes
 * the dialog still sees how it ended, and finds the result when the dialog opens again.
 */
export type BackgroundImport =
  | { state: 'running'; operation: string }
  /** Nothing was written: a rehearsal, or errors; without a result it failed completely. */
  | { state: 'ended'; result: ImportResult | null };

type Imports = Readonly<Record<string, BackgroundImport>>;

/** The tab stores running imports, so that they survive a reload. */
const STORAGE_KEY = 'pimis.imports';

let imports = objectIn(readKept(STORAGE_KEY, 'sessionStorage')) as Imports;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Imports belong to one user; another one in the same browser does not see them. */
const keyOf = (userId: number, registry: string) => `${userId}/${registry}`;

/** Stores an import of a registry; null removes it. */
export function setImport(userId: number, registry: string, known: BackgroundImport | null): void {
  const { [keyOf(userId, registry)]: _, ...others } = imports;
  imports = known ? { ...others, [keyOf(userId, registry)]: known } : others;
  const running = Object.entries(imports).filter(([, one]) => one.state === 'running');
  keep(STORAGE_KEY, JSON.stringify(Object.fromEntries(running)), 'sessionStorage');
  for (const listener of listeners) listener();
}

function useImports(): Imports {
  return useSyncExternalStore(listen, () => imports);
}

/** The import of one registry, if there is one. */
export function useImport(userId: number, registry: string): BackgroundImport | undefined {
  return useImports()[keyOf(userId, registry)];
}

/** The running ones of a user. */
export function useRunningImports(userId: number): { registry: string; operation: string }[] {
  return Object.entries(useImports()).flatMap(([key, known]) =>
    known.state === 'running' && key.startsWith(`${userId}/`)
      ? [{ registry: key.slice(keyOf(userId, '').length), operation: known.operation }]
      : [],
  );
}
