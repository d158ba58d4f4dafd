import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

/** An upload with the number of stored bytes. */
export interface StoredUpload {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  offset: number;
}

/** An unfinished or finished upload of the user to the project. */
export function findUpload(
  db: Database | Tx,
  of: { id: string; projectId: number; userId: number },
): Promise<StoredUpload | undefined> {
  return db
    .selectFrom('uploads')
    .select([
      'id',
      'name',
      'media_type as mediaType',
      sql<number>`size::float8`.as('size'),
      sql<number>`(select coalesce(sum(size), 0) from upload_pieces where upload_id = uploads.id)::float8`.as('offset'),
    ])
    .where('id', '=', of.id)
    .where('project_id', '=', of.projectId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
}

/** Uploads of the user to the project without a document, the oldest first. */
export function unfinishedUploads(db: Database, projectId: number, userId: number) {
  return db
    .selectFrom('uploads')
    .select([
      'id',
      'name',
      sql<number>`size::float8`.as('size'),
      sql<number>`(select coalesce(sum(size), 0) from upload_pieces where upload_id = uploads.id)::float8`.as('offset'),
      'created_at',
    ])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The space of advisory locks for a user's uploads. */
const UPLOADS_LOCK = 7_136_540;

/** How many uploads of the user have no document; concurrent callers wait. */
export async function countUploadsAlone(tx: Tx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${UPLOADS_LOCK}, ${userId})`.execute(tx);
  const { count } = await tx
    .selectFrom('uploads')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The store's keys of the pieces of uploads, in their order. */
export async function pieceKeys(db: Database | Tx, uploadIds: readonly string[]): Promise<string[]> {
  if (uploadIds.length === 0) return [];
  const rows = await db
    .selectFrom('upload_pieces')
    .select('storage_key')
    .where('upload_id', 'in', [...uploadIds])
    .orderBy('upload_id')
    .orderBy('start_at')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Records a stored piece and the new end of the upload; false if another call was first. */
export async function addPiece(
  tx: Tx,
  piece: { uploadId: string; startAt: number; size: number; key: string; now: Date },
): Promise<boolean> {
  const upload = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', piece.uploadId)
    .forUpdate()
    .executeTakeFirst();
  if (!upload) return false;
  const { end } = await tx
    .selectFrom('upload_pieces')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('end'))
    .where('upload_id', '=', piece.uploadId)
    .executeTakeFirstOrThrow();
  if (end !== piece.startAt) return false;
  await tx
    .insertInto('upload_pieces')
    .values({
      upload_id: piece.uploadId,
      start_at: piece.startAt,
      size: piece.size,
      storage_key: piece.key,
      created_at: piece.now,
    })
    .execute();
  await tx.updateTable('uploads').set({ touched_at: piece.now }).where('id', '=', piece.uploadId).execute();
  return true;
}
