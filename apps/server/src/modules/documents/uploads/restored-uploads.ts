import type { PlainStatements } from '../../../platform/database/plain-statements.ts';

/** Forgets the uploads that were under way at the moment of a restore: their pieces are not restored. */
export async function forgetRestoredUploads(client: PlainStatements): Promise<void> {
  await client.query('delete from uploads');
}
