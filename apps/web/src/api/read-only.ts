import { COPY_HEADER, READ_ONLY_HEADER } from '@pimis/contract/read-only';
import { runWaiting } from './connection.ts';

/**
 * Whether the installation is read-only, or is a copy, according to the header of its responses. Saves that were
 * refused for this reason wait like those without a connection.
 */

let text: string | null = null;
let copiedAt: string | null = null;
const listeners = new Set<() => void>();

/** The operator's text; null while everything can be changed. */
export const readOnlyText = (): string | null => text;

/** The moment of the data if the installation is a copy for trials; null otherwise. */
export const dataCopiedAt = (): string | null => copiedAt;

export function onReadOnly(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the mode from a response of the interface. A failed response without the header may be that of a proxy. */
export function noteReadOnly({ ok, headers }: Pick<Response, 'ok' | 'headers'>): void {
  const copy = headers.get(COPY_HEADER);
  if (copy !== null && copy !== copiedAt) {
    copiedAt = copy;
    for (const listener of listeners) listener();
  }
  const written = headers.get(READ_ONLY_HEADER);
  if (written === null && !ok) return;
  const next = written === null ? null : decodeURIComponent(written);
  if (next === text) return;
  text = next;
  for (const listener of listeners) listener();
  if (text === null) runWaiting();
}
