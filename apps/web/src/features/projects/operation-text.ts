import type { MessagesOf } from '../../i18n/areas.ts';
import { hasText } from '../../i18n/i18n.ts';
import type { Text } from '../../i18n/use-text.ts';

type OperationKey = keyof MessagesOf<'projects'>['page']['operations'];

function isOperation(key: string): key is OperationKey {
  return hasText(`projects.page.operations.${key}`);
}

/** What happened to a project, in words. */
export function operationText(operation: string, { t }: Text): string {
  return isOperation(operation) ? t(`projects.page.operations.${operation}`) : operation;
}
