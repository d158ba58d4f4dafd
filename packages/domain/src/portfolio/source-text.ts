import { SOURCES } from '../forms/definitions/common.ts';
import type { BilingualText } from '../text/bilingual-text.ts';

const UNNAMED: BilingualText = { sr: 'Извор није наведен', en: 'Source not named' };

/** Sources in the order of forms. */
export const SOURCE_NAMES: readonly string[] = SOURCES.map(({ value }) => String(value));

/** The name of a source as forms store it; one that no form offers any more stays as it is. */
export function sourceText(source: string): BilingualText {
  if (source === '') return UNNAMED;
  return SOURCES.find(({ value }) => value === source)?.label ?? { sr: source, en: source };
}
