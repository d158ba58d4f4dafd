import { keepBackupFailure } from '../platform/storage/backup-state.ts';
import { keepText } from '../platform/storage/backup-keep.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import type { Context } from '../platform/context.ts';
import { ownCommand } from './own-command.ts';

/**
 * The backup of the clock (daily, or by BACKUP_EVERY) to BACKUP_URL, in its own process, because compression and
 * encryption would block the server. On failure it throws an Error with the command's last output, so that the job is
 * retried.
 */
export async function dailyBackup(context: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { backupUrl } = context.config;
  // The setting was removed while a job waited.
  if (backupUrl === undefined || (await copiedAt(context.db)) !== null) return;
  const keep = keepText(context.config.backupKeep);
  const { isDone, said } = await ownCommand(context.config, ['backup', backupUrl, '--keep', keep, '--quiet']);
  if (isDone) {
    context.log.info({ said }, 'the daily backup is complete');
    return;
  }
  await keepBackupFailure(context.db, { at: context.now().toISOString(), reason: said });
  throw new Error(`The daily backup has failed: ${said}`);
}
