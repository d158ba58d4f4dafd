import { type Context, today } from '../../platform/context.ts';

/** Last-Modified has seconds. */
const SECOND_MS = 1_000;

/**
 * The Last-Modified of an answer: the last of the changes of what it tells, and the beginning of the day, because links of
 * documents end and projects become late by day. A change of this second is told as one of the second before: another may
 * follow, and whoever asks by time is given the answer anew.
 */
export function modifiedAt(context: Context, changes: readonly (Date | null)[]): Date | null {
  const times = changes.flatMap((at) => (at === null ? [] : [at.getTime()]));
  if (times.length === 0) return null;
  const modified = Math.max(...times, Date.parse(`${today(context)}T00:00:00+01:00`));
  const isNew = Math.abs(Date.now() - modified) < SECOND_MS;
  return new Date(isNew ? modified - SECOND_MS : modified);
}
