import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/**
 * Documents of a project: its own and those that its forms name. After a merge they belong to the remaining project.
 */
export function isShownForProject(projectId: number | RawBuilder<number>) {
  return sql<boolean>`documents.id in (
    select own.id from published.documents own where own.project_id = ${projectId}
    union
    select named.document_id
    from published.form_documents named join published.project_forms forms on forms.id = named.form_id
    where forms.project_id = ${projectId})`;
}

/** Revisions with their documents, without those that were removed. */
export function presentRevisions(db: Database | Tx) {
  return db
    .selectFrom('document_revisions')
    .innerJoin('documents', 'documents.id', 'document_revisions.document_id')
    .where('document_revisions.deleted_at', 'is', null)
    .where('documents.deleted_at', 'is', null);
}
