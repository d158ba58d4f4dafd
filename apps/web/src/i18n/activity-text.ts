import { activityText as wordsOf } from '@pimis/domain/workflow/activity-texts';
import { LISTS } from '@pimis/domain/workflow/lists';
import type { Text } from './use-text.ts';

/** The text of an activity; null if it has none. */
export function activityText(key: string | null, { pair }: Text): string | null {
  const words = wordsOf(key);
  return words && pair(words);
}

/**
 * The comment of an activity. That of a project put on a list is the list's name, which reads like a quarter (2026-2); that
 * of one sent to a list is the list's title, which is kept in Serbian.
 */
export function activityComment(key: string | null, comment: string, { t, data, pair }: Text): string {
  if (key === 'listed') return t('projects.page.listName', { name: comment });
  const list = key === 'sentToList' ? LISTS.find(({ title }) => title.sr === comment) : undefined;
  return list ? pair(list.title) : data(comment);
}
