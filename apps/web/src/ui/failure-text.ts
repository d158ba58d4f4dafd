import { ApiFailure, NewVersionFailure } from '../api/client.ts';
import { UnreadableFile } from '../api/unreadable-file.ts';
import type { Text } from '../i18n/use-text.ts';

/**
 * The message of a failure: a new version, a file that cannot be read, the gateway message without a connection,
 * otherwise the catalogue's text.
 */
export function failureText(failure: unknown, text: Pick<Text, 't' | 'status'>): string {
  if (failure instanceof NewVersionFailure) return `${text.t('daily.version.out')} ${text.t('daily.version.hint')}`;
  if (failure instanceof UnreadableFile) return text.t('common.fileUnreadable', { name: failure.fileName });
  if (!(failure instanceof ApiFailure)) return text.status('ServiceError');
  return failure.httpStatus === 0 ? text.t('shell.offline') : text.status(failure.name);
}
