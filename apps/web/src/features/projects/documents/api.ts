import { queryOptions } from '@tanstack/react-query';
import type { ProjectDocument } from '@pimis/contract/documents';
import { call, callWithFiles, type Sending } from '../../../api/client.ts';

export function revisionsQuery(projectCode: string, documentId: number) {
  return queryOptions({
    queryKey: ['project', projectCode, 'documents', documentId, 'revisions'],
    queryFn: async () => {
      const name = 'GET /projects/:projectCode/documents/:documentId/revisions';
      const { payload, additional } = await call(name, { params: { projectCode, documentId } });
      return { revisions: payload, document: additional.document, mayChange: additional.mayChange };
    },
  });
}

/** A file that is about to be sent, with what is said of it. */
export interface Draft {
  key: string;
  file: File;
  title: string;
  description: string;
  comment: string;
  documentType: number;
}

/** Sends files as new documents, all of them or none; for a document its one file as a new revision. */
export async function sendDrafts(
  projectCode: string,
  documentId: number | null,
  drafts: readonly Draft[],
  sending: Sending,
): Promise<ProjectDocument[]> {
  const files = new FormData();
  // The interface wants the fields of each file before it.
  for (const draft of drafts) {
    files.append('title', draft.title.trim());
    files.append('description', draft.description);
    files.append('comment', draft.comment);
    files.append('documentType', String(draft.documentType));
    files.append('file', draft.file);
  }
  const { payload } =
    documentId === null
      ? await callWithFiles('POST /projects/:projectCode/documents', sending, { params: { projectCode }, files })
      : await callWithFiles('POST /projects/:projectCode/documents/:documentId/revisions', sending, {
          params: { projectCode, documentId },
          files,
        });
  return payload;
}
