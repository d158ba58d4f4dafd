import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DOCUMENT_MAX_FILES, MAX_ID, UPLOAD_DOCUMENT_TYPES } from '@pimis/domain/constants';
import {
  DOCUMENT_NAME_LENGTH,
  extensionOf,
  type FileProblem,
  fileNameProblem,
  fileSizeProblem,
  stemOf,
} from '@pimis/domain/documents/files';
import { wholeNumber } from '@pimis/domain/text/number';
import { trimmed } from '@pimis/domain/text/blank';
import type { ContentProblem } from '@pimis/domain/documents/content';
import { cleanLine } from '@pimis/domain/text/unseen';
import { isOneLine } from '@pimis/domain/text/one-line';
import type { Context } from '../../../platform/context.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { multipartParts, receivedFileName, receivedText } from '../../../platform/http/upload.ts';
import { FileTooLarge } from '../../../platform/storage/hashing-stream.ts';
import { verifyContentType } from './verify-content-type.ts';

/** The folder of the store for contents of documents. */
export const FOLDER = 'documents/';
const MAX_TEXT = 4000;

/** The user's description of a file; with `documentId` it is a new revision of that document. */
export interface FileDescription {
  title: string;
  description: string;
  comment: string | null;
  documentType: number;
  documentId: number | null;
}

/** A stored file; `size` in bytes. */
export interface StoredFile {
  name: string;
  extension: string;
  mediaType: string;
  size: number;
  hash: string;
  storageKey: string;
}

export type ReceivedFile = FileDescription & StoredFile;

interface Fields {
  title?: string;
  description?: string;
  comment?: string;
  documentType?: string;
  documentId?: string;
  projectCode?: string;
}

const FIELD_NAMES = ['title', 'description', 'comment', 'documentType', 'documentId', 'projectCode'];

export function refuse(problem: FileProblem | ContentProblem | null): void {
  if (problem !== null) throw new ApiError(problem, { fieldErrors: [{ field: 'file', code: problem }] });
}

/** The name as one line, without the folders that some programs send with it. */
export function checkFileName(fileName: string): { name: string; extension: string } {
  const name = cleanLine(
    fileName
      .split(/[\\/]/)
      .pop()
      ?.replaceAll(/[\r\n]+/g, ' ') ?? '',
  );
  refuse(fileNameProblem(name));
  return { name, extension: extensionOf(name) };
}

/** The checked fields of a file; the name is the default title. Error: ValidationError. */
export function described(fields: Fields, fileName: string): FileDescription {
  const description = trimmed(fields.description ?? '');
  const title = cleanLine(trimmed(fields.title ?? '')) || stemOf(fileName);
  if (description === '') throw invalidFields({ description: 'EmptyField' });
  if (description.length > MAX_TEXT) throw invalidFields({ description: 'InvalidField' });
  if (title.length > DOCUMENT_NAME_LENGTH) throw invalidFields({ title: 'InvalidField' });
  if (!isOneLine(title)) throw invalidFields({ title: 'NotOneLine' });
  const comment = trimmed(fields.comment ?? '') || null;
  if (comment && comment.length > MAX_TEXT) throw invalidFields({ comment: 'InvalidField' });
  const documentType = wholeNumber(fields.documentType || '0');
  if (documentType === null || !UPLOAD_DOCUMENT_TYPES.includes(documentType)) {
    throw invalidFields({ documentType: 'InvalidField' });
  }
  const documentId = fields.documentId ? wholeNumber(fields.documentId) : null;
  if (fields.documentId && (documentId === null || documentId < 1 || documentId > MAX_ID)) {
    throw invalidFields({ documentId: 'InvalidField' });
  }
  if (documentId !== null && comment === null) throw invalidFields({ comment: 'EmptyField' });
  return { title, description, comment, documentType, documentId };
}

/** The fields of a file. They may repeat the project and document of the address, but not name other ones. */
function asAddressed(fields: Fields, projectCode: string, documentId: number | null): Fields {
  if (fields.projectCode && fields.projectCode.toLowerCase() !== projectCode.toLowerCase()) {
    throw invalidFields({ projectCode: 'InvalidField' });
  }
  if (documentId === null) return fields;
  const addressed = String(documentId);
  if ((fields.documentId ?? addressed) !== addressed) throw invalidFields({ documentId: 'InvalidField' });
  return { ...fields, documentId: addressed };
}

/**
 * Stores the files of one multipart call, each of which follows its own fields; if the address names a document, the
 * one file becomes its new revision. A failure removes everything stored so far.
 */
export async function receiveFiles(
  context: Context,
  request: FastifyRequest,
  projectCode: string,
  documentId: number | null,
): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  let fields: Fields = {};
  try {
    const limits = { fields: 60, fileSize: context.config.documentMaxBytes + 1, parts: 100 };
    for await (const part of multipartParts(request, limits)) {
      if (part.type === 'field') {
        if (!FIELD_NAMES.includes(part.fieldname)) throw invalidFields({ [part.fieldname]: 'UnknownField' });
        fields = { ...fields, [part.fieldname]: receivedText(String(part.value), part.fieldname) };
        continue;
      }
      if (received.length >= DOCUMENT_MAX_FILES) throw new ApiError('DocumentCountLimit');
      const { name, extension } = checkFileName(receivedFileName(part.filename));
      if (documentId !== null && received.length > 0) throw new ApiError('DocumentCountLimit');
      const description = described(asAddressed(fields, projectCode, documentId), name);
      const storageKey = `${FOLDER}${randomUUID()}`;
      // A file at the limit is already too large (specification, "Document upload").
      const stored = await context.files.put(
        storageKey,
        verifyContentType(part.file, extension),
        context.config.documentMaxBytes - 1,
      );
      received.push({
        ...description,
        name,
        extension,
        mediaType: part.mimetype.slice(0, 150),
        size: stored.size,
        hash: stored.hash,
        storageKey,
      });
      refuse(fileSizeProblem(stored.size, context.config.documentMaxBytes));
      fields = {};
    }
    if (received.length === 0) throw invalidFields({ file: 'EmptyField' });
    return received;
  } catch (error) {
    await removeUnused(context, received);
    if (error instanceof FileTooLarge) throw new ApiError('DocumentSizeLimit', { cause: error });
    throw error;
  }
}

/**
 * Removes stored files without a document. A call may fail after its commit, and if the answer to a commit was lost its
 * result is unknown, so the rows are read. If they cannot be read, the files stay.
 */
export async function removeUnused(context: Context, files: readonly ReceivedFile[]): Promise<void> {
  const keys = files.map((file) => file.storageKey);
  if (keys.length === 0) return;
  try {
    const rows = await context.db
      .selectFrom('document_revisions')
      .select('storage_key')
      .where('storage_key', 'in', keys)
      .execute();
    const named = new Set(rows.map((row) => row.storage_key));
    await Promise.all(keys.filter((key) => !named.has(key)).map((key) => context.files.remove(key)));
  } catch (error) {
    context.log.warn({ err: error, keys }, 'files of a failed upload stay');
  }
}
