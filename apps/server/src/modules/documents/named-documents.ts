import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';

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

export async function requireDocument(tx: Tx, projectId: number, documentId: number): Promise<void> {
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
