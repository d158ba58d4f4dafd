import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { ProjectDocument } from '@pimis/contract/documents';
import { can } from '@pimis/domain/access/policies';
import { DOCUMENTS_PER_PROJECT, REVISIONS_PER_DOCUMENT } from '@pimis/domain/constants';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { ApiError } from '../../platform/errors.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { openFile } from '../../platform/http/send-file.ts';
import { verified } from '../../platform/storage/verified-content.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { DOCUMENT_FIELDS, documentsById, findRevision, listDocuments, typesOfDocuments } from './queries.ts';
import { isShownForProject } from './document-view.ts';
import { isUsed, rememberDownload } from './revisions/revision-queries.ts';
import { requireClean } from './content/scanning.ts';
import { queueText } from './content/texts.ts';
import { type ReceivedFile, receiveFiles, removeUnused } from './uploads/upload.ts';

/** Whether the user may add, change and delete documents of the project. */
export function mayChange(user: CurrentUser, project: ProjectRecord): boolean {
  return can(user, 'document.upload', { organizationId: project.organizationId, projectStatus: project.status });
}

/** A project of which the user may change the documents. Errors: NotFound, ForbiddenProjectChange. */
export async function projectToChange(
  db: Database | Tx,
  user: CurrentUser,
  projectCode: string,
  options?: { lock: boolean },
): Promise<ProjectRecord> {
  const project = await findProject(db, user, projectCode, options);
  if (!mayChange(user, project)) throw projectRefusal('ForbiddenProjectChange', project);
  return project;
}

/** Documents of a project that the user may see. */
export async function projectDocuments(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  query: Record<string, unknown>,
) {
  const project = await findProject(context.db, user, projectCode);
  const list = readTableQuery(query, DOCUMENT_FIELDS);
  const found = await listDocuments(context, project.id, list, mayChange(user, project));
  return { project, ...found, documentTypes: await typesOfDocuments(context.db, project.id) };
}

/**
 * Stores the files of one call as new documents or as new revisions of the named ones; with a document in the address,
 * the one file is its new revision.
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

async function checkDocumentCount(tx: Tx, projectId: number, more: number): Promise<void> {
  const { count } = await tx
    .selectFrom('documents')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count + more > DOCUMENTS_PER_PROJECT) throw new ApiError('ReachedProjectDocumentsLimit');
}

/** Moves the documents of a merged project to the remaining one. Error: ReachedProjectDocumentsLimit. */
export async function moveDocuments(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx.updateTable('documents').set({ project_id: toId }).where('project_id', '=', fromId).execute();
  await checkDocumentCount(tx, toId, 0);
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

/** The number of a document's newest revision, also a deleted one; 0 if it has none. Error: its revisions are too many. */
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

/** Deletes a document that no form names. Its content stays for the audit trail. */
export async function deleteDocument(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  documentId: number,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await projectToChange(tx, user, projectCode, { lock: true });
    await requireDocument(tx, project.id, documentId);
    if (await isUsed(tx, documentId)) throw new ApiError('UsedDocumentInForms');
    await tx.updateTable('documents').set({ deleted_at: context.now() }).where('id', '=', documentId).execute();
    await audit(tx, origin, {
      operation: 'document.delete',
      subjectType: 'document',
      subjectId: documentId,
      organizationId: project.organizationId,
      detail: { project: project.code, before: { removed: false }, after: { removed: true } },
    });
  });
}

export interface RevisionPlace {
  projectCode: string;
  documentId: number;
  revisionId: number;
}

/** The content of a revision; records the first and last download of each user. */
export async function openRevision(context: Context, user: CurrentUser, place: RevisionPlace) {
  const project = await findProject(context.db, user, place.projectCode);
  const revision = await findRevision(context.db, project.id, place.documentId, place.revisionId);
  if (!revision) throw new ApiError('NotFound');
  requireClean(revision.scan);
  await rememberDownload(context.db, revision.id, user, context.now());
  return revision;
}

/** Up to this size a content is read before its download, so that damage is reported in a sentence. */
const READ_BEFORE_BYTES = 20 * 1024 * 1024;

/**
 * Checks a download before the browser requests the content by address, because the browser would hide an error.
 * Errors: also DocumentContentMissing, DocumentContentDamaged, StorageUnavailable.
 */
export async function requireRevision(context: Context, user: CurrentUser, place: RevisionPlace): Promise<void> {
  const revision = await openRevision(context, user, place);
  const size = Number(revision.size);
  if (size > READ_BEFORE_BYTES) {
    const beginning = await openFile(context, revision.storageKey, { start: 0, end: 0 });
    beginning.destroy();
    return;
  }
  const content = verified(await openFile(context, revision.storageKey), { ...revision, size });
  await finished(content.resume());
}

/** Which of these ids are documents of the project. Forms may name only those. */
export async function ownDocuments(tx: Tx, projectId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function requireDocument(tx: Tx, projectId: number, documentId: number): Promise<void> {
  if (!(await ownDocuments(tx, projectId, [documentId])).has(documentId)) throw new ApiError('NotFound');
}

/**
 * Titles of documents by id, also of deleted ones that a form still names. A form names only documents of its own
 * project; after a merge these belong to the remaining project.
 */
export async function documentTitles(db: Database | Tx, ids: readonly number[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [String(row.id), row.title]));
}

/** The newest revision of every document of a project, by title. */
export function newestFiles(db: Database, projectId: number) {
  return db
    .selectFrom('documents')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('document_revisions')
          .select(['storage_key', 'extension', 'created_at', 'size', 'hash', 'scan'])
          .whereRef('document_revisions.document_id', '=', 'documents.id')
          .where('document_revisions.deleted_at', 'is', null)
          .orderBy('document_revisions.revision', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'documents.id',
      'documents.title',
      'newest.extension',
      'newest.storage_key as storageKey',
      'newest.hash',
      'newest.scan',
      sql<number>`newest.size::float8`.as('size'),
      'newest.created_at as createdAt',
    ])
    .where(isShownForProject(projectId))
    .where('documents.deleted_at', 'is', null)
    .orderBy('documents.title')
    .orderBy('documents.id')
    .execute();
}
