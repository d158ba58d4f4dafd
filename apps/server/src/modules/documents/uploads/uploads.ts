import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ProjectDocument, UnfinishedUpload, UploadedFile } from '@pimis/contract/documents';
import { UPLOADS_PER_USER } from '@pimis/domain/constants';
import { fileSizeProblem } from '@pimis/domain/documents/files';
import type { AuditOrigin } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { FileMissing } from '../../../platform/storage/file-store.ts';
import type { ProjectRecord } from '../../projects/visibility.ts';
import { addDocuments } from '../adding.ts';
import { projectToChange } from '../changing.ts';
import { verifyContentType } from './verify-content-type.ts';
import {
  checkFileName,
  described,
  type FileDescription,
  FOLDER,
  type ReceivedFile,
  refuse,
  removeUnused,
  type StoredFile,
} from './upload.ts';
import { countUploadsAlone, findUpload, pieceKeys, type StoredUpload, unfinishedUploads } from './upload-queries.ts';

/** The folder of unfinished uploads in the store. */
export const PIECES_FOLDER = 'uploads/';

/** Uploads left unfinished by a closed page or another browser; they can be resumed or removed. */
export async function ownUploads(
  context: Context,
  user: CurrentUser,
  projectCode: string,
): Promise<UnfinishedUpload[]> {
  const project = await projectToChange(context.db, user, projectCode);
  const rows = await unfinishedUploads(context.db, project.id, user.id);
  return rows.map(({ created_at, ...upload }) => ({ ...upload, createdDate: created_at.toISOString() }));
}

/** Starts an upload; name and size are checked before the first byte. */
export async function beginUpload(
  context: Context,
  user: CurrentUser,
  project: ProjectRecord,
  { id, name: given, mediaType, size }: Omit<StoredUpload, 'offset'>,
): Promise<void> {
  const { name } = checkFileName(given);
  refuse(fileSizeProblem(size, context.config.documentMaxBytes));
  const at = context.now();
  await context.db.transaction().execute(async (tx) => {
    if ((await countUploadsAlone(tx, user.id)) >= UPLOADS_PER_USER) throw new ApiError('UnfinishedUploadLimit');
    const row = { id, project_id: project.id, user_id: user.id, name, media_type: mediaType, size };
    await tx
      .insertInto('uploads')
      .values({ ...row, created_at: at, touched_at: at })
      .execute();
  });
}

/** Removes uploads and their pieces. The sweeper removes pieces that cannot be removed now. */
export async function dropUploads(context: Context, ids: readonly string[]): Promise<void> {
  const keys = await pieceKeys(context.db, ids);
  if (ids.length > 0) {
    await context.db
      .deleteFrom('uploads')
      .where('id', 'in', [...ids])
      .execute();
  }
  await removePieces(context, keys);
}

async function removePieces(context: Context, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await context.files.remove(key);
  } catch (error) {
    context.log.warn({ err: error }, 'pieces of an upload stay until they are swept');
  }
}

/** Joins the pieces of an upload under the key of a content. */
async function whole(context: Context, upload: StoredUpload): Promise<StoredFile> {
  const { name, extension } = checkFileName(upload.name);
  const keys = await pieceKeys(context.db, [upload.id]);
  async function* content() {
    for (const key of keys) yield* await context.files.get(key);
  }
  const source = verifyContentType(Readable.from(content(), { objectMode: false }), extension);
  const storageKey = `${FOLDER}${randomUUID()}`;
  const { size, hash } = await context.files.put(storageKey, source, upload.size);
  return { name, extension, mediaType: upload.mediaType, size, hash, storageKey };
}

/**
 * Makes documents or revisions of all complete uploads of a call, or of none. Errors: UploadEnded if an upload is not
 * the user's own in this project or no longer exists, UploadIncomplete, and those of an upload in one call.
 */
export async function finishUploads(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  files: readonly UploadedFile[],
  origin: AuditOrigin,
): Promise<ProjectDocument[]> {
  const project = await projectToChange(context.db, user, projectCode);
  const ids = files.map((file) => file.uploadId);
  if (new Set(ids).size < ids.length) throw new ApiError('ValidationError');
  const received: ReceivedFile[] = [];
  const uploads: { upload: StoredUpload; fields: FileDescription }[] = [];
  for (const { uploadId, documentType = 0, documentId, ...texts } of files) {
    const upload = await findUpload(context.db, { id: uploadId, projectId: project.id, userId: user.id });
    if (!upload) throw new ApiError('UploadEnded');
    if (upload.offset < upload.size) throw new ApiError('UploadIncomplete');
    const revised = documentId === undefined ? {} : { documentId: String(documentId) };
    const fields = described({ ...texts, documentType: String(documentType), ...revised }, upload.name);
    uploads.push({ upload, fields });
  }
  try {
    for (const { upload, fields } of uploads) received.push({ ...fields, ...(await whole(context, upload)) });
  } catch (error) {
    await removeUnused(context, received);
    if (!(error instanceof FileMissing)) throw error;
    // Either another call has made documents of the pieces meanwhile, or the store has lost them.
    const left = await Promise.all(
      ids.map((id) => findUpload(context.db, { id, projectId: project.id, userId: user.id })),
    );
    throw new ApiError(left.every(Boolean) ? 'DocumentContentMissing' : 'UploadEnded', { cause: error });
  }
  const keys = await pieceKeys(context.db, ids);
  // The upload ends with its document; a second call finds none.
  const end = async (tx: Tx) => {
    const ended = await tx.deleteFrom('uploads').where('id', 'in', ids).returning('id').execute();
    if (ended.length < ids.length) throw new ApiError('UploadEnded');
  };
  const made = await addDocuments(context, user, projectCode, received, origin, end);
  await removePieces(context, keys);
  return made;
}
