import { LISTS } from '@pimis/domain/workflow/lists';
import type { MessagesOf } from './areas.ts';
import { hasText } from './i18n.ts';
import type { Text } from './use-text.ts';

type Activity = keyof MessagesOf<'projects'>['page']['activityTexts'];

function isActivity(key: string | null): key is Activity {
  return key !== null && hasText(`projects.page.activityTexts.${key}`);
}

/** The text of an activity; null if it has none. */
export function activityText(key: string | null, { t }: Text): string | null {
  return isActivity(key) ? t(`projects.page.activityTexts.${key}`) : null;
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
