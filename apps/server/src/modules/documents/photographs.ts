import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { type Image, resizeImage } from '../../platform/documents/image.ts';
import { newestOfDocuments } from './queries.ts';
import { isShownForProject } from './document-view.ts';

/** A photograph of a project, prepared for a printed paper. */
export interface Photograph extends Image {
  title: string;
  addedAt: Date;
}

const EXTENSIONS = ['jpg', 'jpeg', 'jfif', 'png', 'webp'];
/** The kind "Остало": images of other kinds are scans of letters, decisions and plans. */
const OTHER = 0;
/** Larger files are not decoded, because the printed picture is only as wide as a hand. */
const MAX_BYTES = 25 * 1024 * 1024;
/** Smaller images are signs and seals. */
const LEAST = { width: 320, height: 200 };
const MOST = { width: 900, height: 600 };
/** How long the store may take: pictures are read one at a time, so the others wait. */
const READ_MS = 10_000;

/**
 * The newest photographs of a project: images of this kind that no form names as a proof, in their newest clean
 * revision. Unreadable ones are skipped and logged.
 */
export async function photographsOf(context: Context, projectId: number, most: number): Promise<Photograph[]> {
  const found = await newestOfDocuments(context.db)
    .select(['documents.id', 'documents.title', 'newest.storage_key', 'newest.created_at'])
    .where(isShownForProject(projectId))
    .where('documents.document_type', '=', OTHER)
    .where('newest.scan', '=', 'clean')
    .where(sql<string>`lower(newest.extension)`, 'in', EXTENSIONS)
    .where('newest.size', '<=', String(MAX_BYTES))
    .where(sql<boolean>`not exists (select from published.form_documents named where named.document_id = documents.id)`)
    .orderBy('newest.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    // Some of them may not be pictures.
    .limit(2 * most)
    .execute();
  const photographs: Photograph[] = [];
  for (const { id, title, storage_key: key, created_at: addedAt } of found) {
    if (photographs.length === most) break;
    const picture = await read(context, id, key);
    if (picture) photographs.push({ ...picture, title, addedAt });
  }
  return photographs;
}

/** The content of a file. Errors: those of the store; a timeout. */
async function contentOf(context: Context, key: string): Promise<Buffer> {
  const late = AbortSignal.timeout(READ_MS);
  const opening = context.files.get(key);
  const stopped = once(late, 'abort').then(() => {
    // A stream that opens after the timeout is destroyed too.
    opening.then(
      (content) => content.destroy(),
      () => undefined,
    );
    throw late.reason;
  });
  return Promise.race([opening.then(buffer), stopped]);
}

async function read(context: Context, documentId: number, key: string): Promise<Image | null> {
  try {
    const picture = await resizeImage(() => contentOf(context, key), MOST);
    return picture.width >= LEAST.width && picture.height >= LEAST.height ? picture : null;
  } catch (error) {
    // Refused because too many others wait, not because of the picture.
    if (error instanceof ApiError) throw error;
    context.log.warn({ err: error, document: documentId, file: key }, 'a photograph could not be read');
    return null;
  }
}
