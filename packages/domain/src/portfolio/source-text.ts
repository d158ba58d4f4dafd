import { SOURCES } from '../forms/definitions/common.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { fundingSourceName } from '../text/state-names.ts';
import { NO_SOURCE } from './scenario/types.ts';

const UNNAMED: BilingualText = { sr: 'Извор није наведен', en: 'Source not named' };

/** Sources in the order of forms. */
export const SOURCE_NAMES: readonly string[] = SOURCES.map(({ value }) => String(value));

/** Whether forms offer this source, or name none. */
export const isOfferedSource = (source: string): boolean => source === NO_SOURCE || SOURCE_NAMES.includes(source);

/** The name of a source as forms store it; one that no form offers any more is returned as stored. */
export function sourceText(source: string): BilingualText {
  if (source === NO_SOURCE) return UNNAMED;
  return fundingSourceName(source);
}
