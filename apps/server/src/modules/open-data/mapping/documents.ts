import type { PublicDocument, PublicFacts } from '../facts.ts';
import type { Oc4idsProject } from './oc4ids.ts';
import { line, present, nonEmpty } from './values.ts';

/** The standard's types by the product's (DOCUMENT_TYPE_NAMES); it has none for the others. */
const TYPES: Readonly<Record<number, string>> = {
  7: 'designReport',
  8: 'designReport',
  9: 'designReport',
  10: 'feasibilityStudy',
  11: 'feasibilityStudy',
  12: 'costBenefitAnalysis',
  13: 'environmentalImpact',
  15: 'designReport',
  16: 'contractSigned',
  18: 'minutes',
};

/** Documents that can be opened without a sign-in; `urlOf` returns the address of the content. */
export function documentsOf(
  { documents }: PublicFacts,
  urlOf: (document: PublicDocument) => string,
): Oc4idsProject['documents'] {
  return nonEmpty(
    documents.map((document) =>
      present({
        id: String(document.id),
        documentType: TYPES[document.documentType],
        title: line(document.title) ?? String(document.id),
        description: line(document.description),
        url: urlOf(document),
        datePublished: new Date(document.addedAt).toISOString(),
        format: document.mediaType,
      }),
    ),
  );
}
