import { afterRestore, type Aftermath } from '../backup/after-restore.ts';
import { makeCopy } from '../backup/make-copy.ts';
import type { Secrets } from '../backup/secrets.ts';
import { connect } from '../backup/tables.ts';
import { lastSeal } from '../modules/audit/queries.ts';
import { forgetRestoredUploads } from '../modules/documents/uploads/restored-uploads.ts';
import { forgetRestoredFiles } from '../modules/operations/restored-operations.ts';
import { audit } from '../platform/audit/audit.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';

interface Change {
  base: string;
  /** The moment that was reached. */
  at: string;
  gap: number;
  /** The secrets of the installation and of its copy; undefined: it becomes no copy. */
  copy?: { was: Secrets; is: Secrets } | undefined;
}

/**
 * Migrates a recovered database to this version, makes the changes that follow a restore and records it with the last
 * seal: later heads belong to the time that the restore discards. Errors: those of the database.
 */
export async function settleRows(url: string, { base, at, gap, copy }: Change): Promise<Aftermath> {
  await migrate(url);
  await prepareJobs(url);
  const db = openDatabase(url, { max: 2, background: true });
  const client = await connect(url);
  try {
    const seal = (await lastSeal(db))?.seal ?? '0';
    await client.query('begin');
    await forgetRestoredUploads(client);
    await forgetRestoredFiles(client);
    const aftermath = await afterRestore(client, { at, gap });
    if (copy) await makeCopy(client, { at, ...copy });
    await client.query('commit');
    const change = { before: null, after: { at, seal, gap, ...(copy ? { copy: true } : {}) } };
    await audit(
      db,
      { user: null },
      { operation: 'system.restore', subjectType: 'backup', subjectId: base, detail: change },
    );
    return aftermath;
  } finally {
    await client.end();
    await db.destroy();
  }
}
