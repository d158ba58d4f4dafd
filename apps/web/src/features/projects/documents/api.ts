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

/** A file to be sent with its fields. */
export interface Draft {
  key: string;
  file: File;
  title: string;
  description: string;
  comment: string;
  documentType: number;
}

/** The uploads that the server has in full, by the key of their draft. */
export type Sent = Map<string, string>;

/**
 * Sends the files that the server does not have, then creates documents from all or none of them, or a revision from
 * one file. Reports the progress over all files. `sent` keeps the sent files for the next attempt: if the last response
 * was lost, the documents may exist already, and sending a file again would create another one.
 */
export async function sendDrafts(
  projectCode: string,
  documentId: number | null,
  drafts: readonly Draft[],
  sent: Sent,
  { onProgress, ...sending }: Sending,
): Promise<ProjectDocument[]> {
  const total = drafts.reduce((bytes, { file }) => bytes + file.size, 0);
  let gone = 0;
  const files: UploadedFile[] = [];
  for (const { key, file, title, description, comment, documentType } of drafts) {
    const before = gone;
    const taken = files.map((other) => other.uploadId);
    const uploadId =
      sent.get(key) ??
      (await sendFile(projectCode, file, taken, {
        ...sending,
        onProgress: (bytes) => onProgress((before + bytes) / total),
      }));
    sent.set(key, uploadId);
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

/** Forgets the uploads of files; `drop` also removes them from the server. */
export async function forgetDrafts(projectCode: string, drafts: readonly Draft[], drop: boolean): Promise<void> {
  for (const { file } of drafts) await forgetUpload(projectCode, file, drop);
}
