import type { Tx } from '../../platform/database/database.ts';
import { checkDocumentCount } from './adding.ts';

/** Moves the documents of a merged project to the remaining one. Error: ReachedProjectDocumentsLimit. */
export async function moveDocuments(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx.updateTable('documents').set({ project_id: toId }).where('project_id', '=', fromId).execute();
  await checkDocumentCount(tx, toId, 0);
}
