/**
 * An import that changes more than one in this many stored rows must be confirmed, because the file may be the wrong
 * one.
 */
const SHARE = 10;

/** Whether an import that changes so many of the stored rows has to be confirmed. */
export function changesManyRows(updated: number, stored: number): boolean {
  return updated * SHARE > stored;
}
