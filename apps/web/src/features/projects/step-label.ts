import type { AvailableAction } from '@pimis/contract/projects';
import { RETURN_KEYS } from '@pimis/domain/workflow/returns';
import type { Text } from '../../i18n/use-text.ts';

/** The text on the button of a step; for a return, with the number of remarks that it sends. */
export function stepLabel(
  { key, label }: Pick<AvailableAction, 'key' | 'label'>,
  drafts: number,
  { pair }: Text,
): string {
  return RETURN_KEYS.has(key) && drafts > 0 ? `${pair(label)} (${drafts})` : pair(label);
}
