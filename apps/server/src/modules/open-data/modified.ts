import { type Context, today } from '../../platform/context.ts';

/** Last-Modified has seconds. */
const SECOND_MS = 1_000;

/**
 * Returns the Last-Modified of an answer: the newest of the given changes, but at least the start of the current day,
 * because document links expire and projects become late at midnight. HTTP dates have whole seconds, and a second
 * change may follow within the same one, so a change of the current second is dated one second earlier: a conditional
 * request then gets the answer again.
 */
export function modifiedAt(context: Context, changes: readonly (Date | null)[]): Date | null {
  const times = changes.flatMap((at) => (at === null ? [] : [at.getTime()]));
  if (times.length === 0) return null;
  const modified = Math.max(...times, Date.parse(`${today(context)}T00:00:00+01:00`));
  const isNew = Math.abs(Date.now() - modified) < SECOND_MS;
  return new Date(isNew ? modified - SECOND_MS : modified);
}
