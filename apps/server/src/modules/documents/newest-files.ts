import { sql } from 'kysely';
import type { Script } from '@pimis/domain/text/transliterate';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import type { Database } from '../../platform/database/database.ts';
import { isShownForProject } from './document-view.ts';

/** The newest revision of every document of a project, by title. */
export function newestFiles(db: Database, projectId: number, script: Script | undefined) {
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
    .orderBy(sql.raw(nameInOrder('documents.title', script)))
    .orderBy('documents.id')
    .execute();
}
