import { queryOptions } from '@tanstack/react-query';
import type { ProjectDocument, UploadedFile } from '@pimis/contract/documents';
import { call } from '../../../api/client.ts';
import { forgetUpload, type Sending, sendFile, unfinishedUploads } from '../../../api/uploads.ts';

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

export function unfinishedQuery(projectCode: string) {
  return queryOptions({
    queryKey: ['project', projectCode, 'documents', 'unfinished'],
    queryFn: () => unfinishedUploads(projectCode),
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

/**
 * Sends the files that are not on the server yet, and makes documents of them: of all or of none; of one a revision. Told
 * is which part of them all has gone.
 */
export async function sendDrafts(
  projectCode: string,
  documentId: number | null,
  drafts: readonly Draft[],
  { told, ...sending }: Sending,
): Promise<ProjectDocument[]> {
  const total = drafts.reduce((bytes, { file }) => bytes + file.size, 0);
  let gone = 0;
  const files: UploadedFile[] = [];
  for (const { file, title, description, comment, documentType } of drafts) {
    const before = gone;
    const uploadId = await sendFile(projectCode, file, { ...sending, told: (bytes) => told((before + bytes) / total) });
    gone += file.size;
    files.push({
      uploadId,
      title: title.trim(),
      description,
      comment,
      documentType,
      ...(documentId === null ? {} : { documentId }),
    });
  }
  const name = 'POST /projects/:projectCode/documents/uploaded';
  const { payload } = await call(name, { params: { projectCode }, body: { files } });
  await forgetDrafts(projectCode, drafts, false);
  return payload;
}

/** Forgets the uploads of files; with `drop` the server does, too. */
export async function forgetDrafts(projectCode: string, drafts: readonly Draft[], drop: boolean): Promise<void> {
  for (const { file } of drafts) await forgetUpload(projectCode, file, drop);
}
