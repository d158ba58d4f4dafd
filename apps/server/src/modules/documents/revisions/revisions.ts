import type { DocumentRevision } from '@pimis/contract/documents';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findProject } from '../../projects/visibility.ts';
import { linkName } from '../links/link-tokens.ts';
import { findDocument } from '../queries.ts';
import { downloadsOf, isUsed, revisionsOf } from './revision-queries.ts';
import { mayChange, projectToChange } from '../changing.ts';

/** Revisions of a document with their downloads, the newest first. Error: NotFound. */
export async function documentRevisions(context: Context, user: CurrentUser, projectCode: string, documentId: number) {
  const project = await findProject(context.db, user, projectCode);
  const document = await findDocument(context.db, project.id, documentId);
  const stored = await revisionsOf(context.db, project.id, documentId);
  if (!document || stored.length === 0) throw new ApiError('NotFound');
  const downloads = await downloadsOf(
    context.db,
    stored.map(({ id }) => id),
  );
  const changes = mayChange(user, project);
  // The last revision of a document used in a form cannot be deleted.
  const canBeDeleted = changes && (stored.length > 1 || !(await isUsed(context.db, documentId)));
  const revisions = stored.map(
    ({ linkId, ...revision }): DocumentRevision => ({
      ...revision,
      name: linkName(context.config.tokenSecret, linkId, revision.revision),
      canBeDeleted,
      downloads: downloads.get(revision.id) ?? [],
    }),
  );
  return { project, document, revisions, mayChange: changes };
}

/**
 * Deletes a revision and returns how many remain; the last one deletes the document. Errors: NotFound,
 * UsedDocumentInForms for the last revision of a document that a form names.
 */
export async function deleteRevision(
  context: Context,
  user: CurrentUser,
  place: { projectCode: string; documentId: number; revisionId: number },
  origin: AuditOrigin,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const project = await projectToChange(tx, user, place.projectCode, { lock: true });
    const revisions = await revisionsOf(tx, project.id, place.documentId);
    const revision = revisions.find(({ id }) => id === place.revisionId);
    if (!revision) throw new ApiError('NotFound');
    const remaining = revisions.length - 1;
    if (remaining === 0 && (await isUsed(tx, place.documentId))) throw new ApiError('UsedDocumentInForms');
    const deleted = { deleted_at: context.now() };
    await tx.updateTable('document_revisions').set(deleted).where('id', '=', revision.id).execute();
    if (remaining === 0) await tx.updateTable('documents').set(deleted).where('id', '=', place.documentId).execute();
    await audit(tx, origin, {
      operation: 'document.revision.delete',
      subjectType: 'document',
      subjectId: place.documentId,
      organizationId: project.organizationId,
      detail: {
        project: project.code,
        revision: revision.revision,
        before: { revisions: revisions.length },
        after: { revisions: remaining },
      },
    });
    return remaining;
  });
}
