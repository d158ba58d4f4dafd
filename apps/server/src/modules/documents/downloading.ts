import { finished } from 'node:stream/promises';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { openFile } from '../../platform/http/send-file.ts';
import { verified } from '../../platform/storage/verified-content.ts';
import { findProject } from '../projects/visibility.ts';
import { findRevision } from './queries.ts';
import { rememberDownload } from './revisions/revision-queries.ts';
import { requireClean } from './content/scanning.ts';

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

/** Contents up to this size are read before their download, so that damage can be reported in words. */
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
