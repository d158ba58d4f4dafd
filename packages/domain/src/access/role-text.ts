import type { BilingualText } from '../text/bilingual-text.ts';
import { ROLES } from './roles.ts';

/**
 * The name of a role, found by its stored description: `pair` gives the name of a system role, `data` that of another
 * role, as it was entered.
 */
export function roleText(
  description: string,
  { pair, data }: { pair: (text: BilingualText) => string; data: (text: string) => string },
): string {
  const system = ROLES.find((role) => role.description.sr === description);
  return system ? pair(system.description) : data(description);
}
