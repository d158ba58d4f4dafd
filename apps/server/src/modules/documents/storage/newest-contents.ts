import type { Tx } from '../../../platform/database/database.ts';

const LOOKED_AT = 20;

/** Storage keys of the newest revisions. Contents stay in the store when a document is deleted. */
export async function newestContents(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('document_revisions')
    .select('storage_key as key')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  return rows.map(({ key }) => key);
}
