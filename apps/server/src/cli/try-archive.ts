import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chosenFor, keysOf } from '../archive/chosen.ts';
import { recover } from '../archive/recover.ts';
import { restoreHeads } from '../archive/restored-heads.ts';
import { settleRows } from '../archive/settle.ts';
import { openPlace } from '../backup/place.ts';
import { progressTo, SILENT } from '../backup/progress.ts';
import { auditSecretsIn } from '../backup/secrets.ts';
import { databasePlace } from '../settings/database.ts';
import { verifyChain } from '../modules/audit/chain.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import { openDatabase } from '../platform/database/database.ts';
import { embeddedFolder, endLeftPostgres } from '../platform/database/embedded-postgres.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';
import { ownFolder, refuseSecond } from './own-folder.ts';
import { aimOf } from './restore-archive.ts';
import { printSigner, trustedExpectations } from './verify.ts';

/**
 * `pimis try-restore PLACE --to latest|TIME`: replays the archive into a database that is thrown away, walks the chain of
 * its audit log and says how far it came.
 */
export async function run(call: Call): Promise<void> {
  const to = aimOf(call.options.to);
  const expected = await trustedExpectations(call);
  const source = await chosenFor(await openPlace(call.words[0] ?? ''), to, expected);
  const { base, signer } = source.plan;
  printSigner(base.id, signer, expected);
  const { secrets, password } = await keysOf(source);
  const { dataDir } = databasePlace(process.env);
  const own = join(String(call.options.folder ?? join(dataDir, 'backup-trial')), 'pimis-archive-trial');
  refuseSecond(own);
  await endLeftPostgres(own);
  const { remove } = ownFolder(own);
  const folder = embeddedFolder(own);
  await rm(folder, { recursive: true, force: true });
  try {
    const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    const { postgres, reached } = await recover(source, { dataDir: own, password }, to, progress);
    try {
      const auditSecrets = auditSecretsIn(secrets);
      signAuditWith(auditSecrets);
      await settleRows(postgres.url, { base: base.id, at: reached, gap: 1 });
      await restoreHeads(source, own);
      const db = openDatabase(postgres.url, { max: 2, background: true });
      try {
        const { broken } = await verifyChain(db, { dataDir: own, ...auditSecrets });
        if (broken !== null) throw new Refused(`The audit log of the replayed archive is broken: ${broken}`);
      } finally {
        await db.destroy();
      }
    } finally {
      await postgres.stop();
    }
    process.stdout.write(`The archive was replayed on trial up to ${reached}, and its audit log is whole.\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    remove();
  }
}
