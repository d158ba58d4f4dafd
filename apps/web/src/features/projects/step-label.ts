import type { AvailableAction } from '@pimis/contract/projects';
import { RETURN_KEYS } from '@pimis/domain/workflow/returns';
import type { Text } from '../../i18n/use-text.ts';

/** The words on the button of a step; a return says how many remarks it sends. */
export function stepLabel(
  { key, label }: Pick<AvailableAction, 'key' | 'label'>,
  drafts: number,
  { pair }: Text,
): string {
  return RETURN_KEYS.has(key) && drafts > 0 ? `${pair(label)} (${drafts})` : pair(label);
}
