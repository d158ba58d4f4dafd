import type { Database, Tx } from '../../platform/database/database.ts';
import { findRevision } from './revisions.ts';

/** Newest values of a form with their revision. */
export async function newestFormValues(
  db: Database | Tx,
  formId: number,
): Promise<{ revision: number; values: Record<string, unknown> } | null> {
  const newest = await findRevision(db, formId);
  return newest ? { revision: newest.revision, values: newest.input } : null;
}
