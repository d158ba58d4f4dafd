import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { ProjectDocument } from '@pimis/contract/documents';
import { DOCUMENTS_PER_PROJECT, REVISIONS_PER_DOCUMENT } from '@pimis/domain/constants';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { ApiError } from '../../platform/errors.ts';
import '../projects/events.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { documentsById } from './queries.ts';
import { queueText } from './content/texts.ts';
import { type ReceivedFile, receiveFiles, removeUnused } from './uploads/upload.ts';
import { projectToChange } from './changing.ts';
import { requireDocument } from './named-documents.ts';

/**
 * Stores the files of one call as new documents or as new revisions of the named ones. If the address names a document,
 * the one file becomes its new revision.
 */
export async function uploadDocuments(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  request: FastifyRequest,
  origin: AuditOrigin,
  documentId: number | null = null,
): Promise<ProjectDocument[]> {
  await projectToChange(context.db, user, projectCode);
  const files = await receiveFiles(context, request, projectCode, documentId);
  return addDocuments(context, user, projectCode, files, origin);
}

/**
 * Makes documents or revisions of files that are already stored, and removes the files on failure. `within` runs in the
 * same transaction.
 */
export async function addDocuments(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  files: ReceivedFile[],
  origin: AuditOrigin,
  within?: (tx: Tx) => Promise<void>,
): Promise<ProjectDocument[]> {
  const work = context.db.transaction().execute(async (tx) => {
    const project = await projectToChange(tx, user, projectCode, { lock: true });
    await checkDocumentCount(tx, project.id, files.filter((file) => file.documentId === null).length);
    await within?.(tx);
    const made: number[] = [];
    for (const file of files) made.push(await addFile(context, tx, user, project, file, origin));
    return made;
  });
  const ids = await work.catch(async (error: unknown) => {
    await removeUnused(context, files);
    throw error;
  });
  return documentsById(context, ids);
}

export async function checkDocumentCount(tx: Tx, projectId: number, more: number): Promise<void> {
  const { count } = await tx
    .selectFrom('documents')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count + more > DOCUMENTS_PER_PROJECT) throw new ApiError('ReachedProjectDocumentsLimit');
}

async function addFile(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  project: ProjectRecord,
  file: ReceivedFile,
  origin: AuditOrigin,
): Promise<number> {
  const now = context.now();
  if (file.documentId !== null) await requireDocument(tx, project.id, file.documentId);
  const documentId = file.documentId ?? (await addDocument(tx, user, project, file, now));
  const newest = await newestRevision(tx, documentId);
  const scanned = context.config.clamdUrl !== undefined;
  const { id } = await tx
    .insertInto('document_revisions')
    .values({
      document_id: documentId,
      revision: newest + 1,
      title: file.title,
      name: file.name,
      extension: file.extension,
      size: file.size,
      hash: file.hash,
      description: file.description,
      comment: file.comment,
      media_type: file.mediaType,
      storage_key: file.storageKey,
      created_by: user.id,
      created_at: now,
      scan: scanned ? 'waiting' : 'clean',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (scanned) await addJob(tx, 'scanRevision', { id });
  await queueText(tx, { id, extension: file.extension, clean: !scanned });
  await context.events.publish('documentAdded', {
    tx,
    projectId: project.id,
    documentId,
    revision: newest + 1,
    at: now,
  });
  await audit(tx, origin, {
    operation: 'document.upload',
    subjectType: 'document',
    subjectId: documentId,
    organizationId: project.organizationId,
    detail: {
      project: project.code,
      before: { revision: newest === 0 ? null : newest },
      after: { revision: newest + 1, name: file.name, hash: file.hash, size: file.size },
    },
  });
  return documentId;
}

/** The number of a document's newest revision, also a deleted one; 0 without any. Error: there are too many. */
async function newestRevision(tx: Tx, documentId: number): Promise<number> {
  const { count, newest } = await tx
    .selectFrom('document_revisions')
    .select([
      sql<number>`(count(*) filter (where deleted_at is null))::integer`.as('count'),
      sql<number>`coalesce(max(revision), 0)`.as('newest'),
    ])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  if (count >= REVISIONS_PER_DOCUMENT) throw new ApiError('ReachedProjectDocumentRevisionsLimit');
  return newest;
}

async function addDocument(tx: Tx, user: CurrentUser, project: ProjectRecord, file: ReceivedFile, now: Date) {
  const { id } = await tx
    .insertInto('documents')
    .values({
      project_id: project.id,
      title: file.title,
      description: file.description,
      comment: file.comment,
      document_type: file.documentType,
      created_by: user.id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
