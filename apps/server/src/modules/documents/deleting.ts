import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { isUsed } from './revisions/revision-queries.ts';
import { projectToChange } from './changing.ts';
import { requireDocument } from './named-documents.ts';

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
