import { audit } from '../../../platform/audit/audit.ts';
import { scan } from '../../../platform/documents/clamd.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import '../../projects/events.ts';
import { lockProjectRows } from '../../projects/changes.ts';
import { queueText } from './texts.ts';

type ScanState = 'waiting' | 'clean' | 'found';

/** Refuses a document that is not known to be clean. Errors: DocumentWaitsForScan, DocumentInfected. */
export function requireClean(state: ScanState): void {
  if (state === 'waiting') throw new ApiError('DocumentWaitsForScan');
  if (state === 'found') throw new ApiError('DocumentInfected');
}

/** Scans a waiting revision. If clamd is not available the job fails and runs again. */
export async function scanRevision(context: Context, id: number): Promise<void> {
  const revision = await context.db
    .selectFrom('document_revisions')
    .innerJoin('documents', 'documents.id', 'document_revisions.document_id')
    .select(['document_id', 'project_id', 'document_revisions.created_by', 'revision', 'storage_key', 'extension'])
    .where('document_revisions.id', '=', id)
    .where('scan', '=', 'waiting')
    .executeTakeFirst();
  if (!revision || context.config.clamdUrl === undefined) return;
  const verdict = await scan(context.config.clamdUrl, await context.files.get(revision.storage_key));
  await context.db.transaction().execute(async (tx) => {
    // Locks the project before the revision, like all code that changes documents, because the project's public facts
    // depend on them.
    await lockProjectRows(tx, [revision.project_id]);
    const changed = await tx
      .updateTable('document_revisions')
      .set(verdict.clean ? { scan: 'clean' } : { scan: 'found', scan_finding: verdict.finding })
      .where('id', '=', id)
      .where('scan', '=', 'waiting')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await queueText(tx, { id, extension: revision.extension, clean: verdict.clean });
    if (verdict.clean) return;
    await context.events.publish('documentInfected', {
      tx,
      projectId: revision.project_id,
      documentId: revision.document_id,
      userId: revision.created_by,
      at: context.now(),
    });
    await audit(
      tx,
      { user: null },
      {
        operation: 'document.infected',
        subjectType: 'document',
        subjectId: revision.document_id,
        detail: {
          revision: revision.revision,
          before: { scan: 'waiting' },
          after: { scan: 'found', finding: verdict.finding },
        },
      },
    );
  });
  if (!verdict.clean)
    context.log.error({ revision: id, finding: verdict.finding }, 'something was found in a document');
}
