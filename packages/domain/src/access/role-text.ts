import type { BilingualText } from '../text/bilingual-text.ts';
import { ROLES } from './roles.ts';

/**
 * What a role is called, by the description that is stored: system roles in the language of `pair`, others as written,
 * by `data`.
 */
export function roleText(
  description: string,
  { pair, data }: { pair: (text: BilingualText) => string; data: (text: string) => string },
): string {
  const system = ROLES.find((role) => role.description.sr === description);
  return system ? pair(system.description) : data(description);
}
