/**
 * Storage of this browser for the product. It may be full, or unavailable because cookies are blocked: then data is
 * only missing the next time.
 */

type Kind = 'localStorage' | 'sessionStorage';

/** The kept text; null if there is none, or storage is not allowed. */
export function readKept(key: string, kind: Kind = 'localStorage'): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** The keys of all kept texts. */
export function keptKeys(): string[] {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}

/** The storage key of one visit of a place, so that two tabs, or two visits, do not overwrite each other. */
export function newVisitKey(place: string): string {
  return `${place}#${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/** The keys of what visits have kept at a place. A key without a visit is of an earlier version. */
export function visitKeys(place: string): string[] {
  return keptKeys().filter((key) => key === place || key.startsWith(`${place}#`));
}

/** Keeps a text; null removes it. Returns whether the browser did so. */
export function keep(key: string, text: string | null, kind: Kind = 'localStorage'): boolean {
  try {
    if (text === null) window[kind].removeItem(key);
    else window[kind].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
