import { activityComment as commentOf, activityText as textOf } from '@pimis/domain/workflow/activity-texts';
import type { Text } from './use-text.ts';

/** The text of an activity; null if it has none. */
export function activityText(key: string | null, { pair }: Text): string | null {
  const words = textOf(key);
  return words && pair(words);
}

/** The comment of an activity. */
export function activityComment(key: string | null, comment: string, { data, pair }: Text): string {
  const words = commentOf(key, comment);
  return words ? pair(words) : data(comment);
}
