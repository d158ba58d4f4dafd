import type { PlainStatements } from '../../platform/database/plain-statements.ts';

/** Deletes operations with a result file: such files are kept only for days, and a restore does not bring them back. */
export async function forgetRestoredFiles(client: PlainStatements): Promise<void> {
  await client.query('delete from operations where storage_key is not null');
}
