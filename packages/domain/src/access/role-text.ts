import type { BilingualText } from '../text/bilingual-text.ts';
import { ROLES } from './roles.ts';

/**
 * The name of a role, found by its stored description: system roles in the language of `pair`, others as entered, by
 * `data`.
 */
export function roleText(
  description: string,
  { pair, data }: { pair: (text: BilingualText) => string; data: (text: string) => string },
): string {
  const system = ROLES.find((role) => role.description.sr === description);
  return system ? pair(system.description) : data(description);
}
