import type { PlainStatements } from '../../platform/database/plain-statements.ts';

/** Forgets operations whose result is a file of some days, which is not restored. */
export async function forgetRestoredFiles(client: PlainStatements): Promise<void> {
  await client.query('delete from operations where storage_key is not null');
}
