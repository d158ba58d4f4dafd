import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from './use-text.ts';

/** Returns the name of a source of funding for the reader; one that no form offers any more is named as stored. */
export function useSourceName(): (source: string) => string {
  const { pair, data } = useText();
  return (source) => data(pair(sourceText(source)));
}
