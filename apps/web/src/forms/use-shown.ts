import type { ProjectDocument } from '@pimis/contract/documents';
import { useText } from '../i18n/use-text.ts';
import type { Shown } from './change-text.ts';

/** How values and labels are shown: in the chosen language and script, documents by their names if these are known. */
export function useShown(documents: readonly ProjectDocument[] | undefined): Shown {
  const { data, pair, language } = useText();
  return {
    language: language === 'en' ? 'en' : 'sr',
    label: ({ label }) => pair(label),
    script: data,
    documents: documents && new Map(documents.map(({ id, title, extension }) => [String(id), `${title}.${extension}`])),
  };
}
