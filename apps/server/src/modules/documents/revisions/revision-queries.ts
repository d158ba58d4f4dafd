import { sql } from 'kysely';
import type { DocumentRevision } from '@pimis/contract/documents';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isShownForProject, presentRevisions } from '../document-view.ts';

export type StoredRevision = Omit<DocumentRevision, 'name' | 'canBeDeleted' | 'downloads'> & { linkId: string };

/** The visible revisions of a document, the newest first. */
export async function revisionsOf(db: Database | Tx, projectId: number, documentId: number): Promise<StoredRevision[]> {
  const rows = await presentRevisions(db)
    .leftJoin('published.users as users', 'users.id', 'document_revisions.created_by')
    .select([
      'document_revisions.id',
      'document_revisions.document_id as documentId',
      'document_revisions.title',
      'document_revisions.extension',
      'document_revisions.revision',
      'document_revisions.hash',
      sql<number>`document_revisions.size::float8`.as('size'),
      'document_revisions.description',
      'document_revisions.comment',
      'document_revisions.created_at',
      'users.name as createdUser',
      'documents.document_type as documentType',
      'document_revisions.secure_link as secureLink',
      'document_revisions.link_id as linkId',
      'document_revisions.link_expires_on as linkExpiresOn',
      'document_revisions.link_opened as linkOpened',
      'document_revisions.scan',
      'document_revisions.scan_finding as scanFinding',
    ])
    .where(isShownForProject(projectId))
    .where('documents.id', '=', documentId)
    .orderBy('document_revisions.revision', 'desc')
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, createdDate: created_at.toISOString() }));
}

/** The downloads of these revisions, by revision, the latest first. */
export async function downloadsOf(
  db: Database,
  revisionIds: readonly number[],
): Promise<Map<number, DocumentRevision['downloads']>> {
  const rows = await db
    .selectFrom('document_downloads')
    .select(['revision_id', 'user_name', 'first_at', 'last_at'])
    .where('revision_id', 'in', [...revisionIds])
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .execute();
  const byRevision = Map.groupBy(rows, (row) => row.revision_id);
  return new Map(
    [...byRevision].map(([id, downloads]) => [
      id,
      downloads.map(({ user_name, first_at, last_at }) => ({
        userName: user_name,
        firstDownloadDate: first_at.toISOString(),
        lastDownloadDate: last_at.toISOString(),
      })),
    ]),
  );
}

/** Records the first and the last download of a user, or of all who used the link. */
export async function rememberDownload(
  db: Database | Tx,
  revisionId: number,
  user: { id: number; name: string } | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into document_downloads (revision_id, user_id, user_name, first_at, last_at)
    values (${revisionId}, ${user?.id ?? null}, ${user?.name ?? null}, ${now}, ${now})
    on conflict (revision_id, (coalesce(user_id, 0))) do update set last_at = excluded.last_at`.execute(db);
}

/** Returns whether a form names the document. */
export async function isUsed(tx: Database | Tx, documentId: number): Promise<boolean> {
  const used = await tx
    .selectFrom('published.form_documents as form_documents')
    .select('form_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return used !== undefined;
}

/** The revision of a link on this day; undefined when the link is revoked or expired. */
export async function linkedRevision(db: Database, link: { linkId: string; revision: number }, day: string) {
  return presentRevisions(db)
    .innerJoin('published.projects as projects', 'projects.id', 'documents.project_id')
    .select([
      'document_revisions.id',
      'document_revisions.document_id as documentId',
      'document_revisions.title',
      'document_revisions.extension',
      sql<number>`document_revisions.size::float8`.as('size'),
      'document_revisions.storage_key as storageKey',
      'document_revisions.hash',
      'document_revisions.secure_link as secureLink',
      'document_revisions.scan',
      sql<string>`projects.code::text`.as('projectCode'),
      sql<boolean>`exists (select from published.withheld_projects where project_id = projects.id)`.as('withheld'),
    ])
    .where('document_revisions.link_id', '=', link.linkId)
    .where('document_revisions.revision', '=', link.revision)
    .where((where) =>
      where.or([
        where('document_revisions.link_expires_on', 'is', null),
        where('document_revisions.link_expires_on', '>=', day),
      ]),
    )
    .executeTakeFirst();
}
