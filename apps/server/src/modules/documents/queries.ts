import { sql } from 'kysely';
import type { ListedRevision, ProjectDocument } from '@pimis/contract/documents';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { applyFilters, applyPage, type TableFields, type TableQuery } from '../../platform/lists/table-query.ts';
import { linkName } from './links/link-tokens.ts';
import { isShownForProject, presentRevisions } from './document-view.ts';

export const DOCUMENT_FIELDS: TableFields = {
  title: { column: 'documents.title', kind: 'text', sortable: true },
  description: { column: 'documents.description', kind: 'text', sortable: true },
  documentType: { column: 'documents.document_type', kind: 'integer', sortable: true },
  revision: { column: 'newest.revision', kind: 'integer', sortable: true },
  createdDate: { column: 'documents.created_at', kind: 'instant', sortable: true },
};

/** Documents with their newest remaining revision (`newest`); without deleted ones. */
export function newestOfDocuments(db: Database | Tx) {
  return db
    .selectFrom('documents')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('document_revisions')
          .selectAll('document_revisions')
          .whereRef('document_revisions.document_id', '=', 'documents.id')
          .where('document_revisions.deleted_at', 'is', null)
          .orderBy('document_revisions.revision', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('documents.deleted_at', 'is', null);
}

const withNewest = (db: Database | Tx) =>
  newestOfDocuments(db).leftJoin('published.users as users', 'users.id', 'documents.created_by');

const SHOWN = [
  'documents.id',
  'documents.title',
  'documents.description',
  'documents.comment',
  'documents.document_type as documentType',
  'newest.extension',
  sql<number>`newest.size::float8`.as('size'),
  'newest.revision',
  'newest.id as revisionId',
  'newest.secure_link as secureLink',
  'newest.scan',
  'newest.link_id as linkId',
  'documents.created_at',
  'users.name as createdUser',
  sql<ListedRevision[]>`(
    select json_agg(json_build_object(
      'id', present.id, 'revision', present.revision, 'title', present.title, 'extension', present.extension,
      'size', present.size, 'secureLink', present.secure_link, 'createdDate', present.created_at)
      order by present.revision desc)
    from document_revisions present
    where present.document_id = documents.id and present.deleted_at is null)`.as('revisions'),
  sql<boolean>`exists (select 1 from published.form_documents where form_documents.document_id = documents.id)`.as(
    'used',
  ),
] as const;

interface Shown extends Omit<ProjectDocument, 'createdDate' | 'canBeDeleted' | 'name'> {
  created_at: Date;
  linkId: string;
  used: boolean;
}

function toDocument(
  { config }: Pick<Context, 'config'>,
  { created_at, used, linkId, revisions, ...row }: Shown,
  mayDelete: boolean,
): ProjectDocument {
  return {
    ...row,
    name: linkName(config.tokenSecret, linkId, row.revision),
    createdDate: created_at.toISOString(),
    canBeDeleted: mayDelete && !used,
    revisions: revisions.map((one) => ({ ...one, createdDate: new Date(one.createdDate).toISOString() })),
  };
}

/** Documents with their newest revision, the newest document first, for users who may change them. */
export async function documentsById(context: Context, ids: readonly number[]): Promise<ProjectDocument[]> {
  const rows = await withNewest(context.db)
    .select(SHOWN)
    .where('documents.id', 'in', [...ids])
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute();
  return rows.map((row) => toDocument(context, row, true));
}

/** Documents of a project with their newest revision. */
export async function listDocuments(
  context: Context,
  projectId: number,
  list: TableQuery,
  mayDelete: boolean,
): Promise<{ rows: ProjectDocument[]; totalRows: number }> {
  const filtered = applyFilters(withNewest(context.db).where(isShownForProject(projectId)), list, DOCUMENT_FIELDS);
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(filtered.select(SHOWN), list, DOCUMENT_FIELDS, {
    sortBy: 'createdDate',
    descending: true,
    tieBreaker: 'documents.id',
  }).execute();
  return { totalRows: total, rows: rows.map((row) => toDocument(context, row, mayDelete)) };
}

/** The types of the documents that are visible in the project. */
export async function typesOfDocuments(db: Database, projectId: number): Promise<number[]> {
  const rows = await newestOfDocuments(db)
    .where(isShownForProject(projectId))
    .select('documents.document_type as type')
    .distinct()
    .orderBy('type')
    .execute();
  return rows.map(({ type }) => type);
}

/** A document that the project shows. */
export function findDocument(db: Database, projectId: number, documentId: number) {
  return db
    .selectFrom('documents')
    .select(['id', 'title'])
    .where(isShownForProject(projectId))
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findRevision(db: Database | Tx, projectId: number, documentId: number, revisionId: number) {
  return presentRevisions(db)
    .select([
      'document_revisions.id',
      'document_revisions.title',
      'document_revisions.extension',
      'document_revisions.size',
      'document_revisions.hash',
      'document_revisions.storage_key as storageKey',
      'document_revisions.scan',
    ])
    .where(isShownForProject(projectId))
    .where('documents.id', '=', documentId)
    .where('document_revisions.id', '=', revisionId)
    .executeTakeFirst();
}
