import { keepBackupFailure } from '../platform/storage/backup-state.ts';
import type { Context } from '../platform/context.ts';
import { ownCommand } from './own-command.ts';

/**
 * The daily backup to BACKUP_URL, in a process of its own: compression and encryption would keep the server from
 * answering. Error: the command's last words, so that the job runs again later.
 */
export async function dailyBackup(context: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { backupUrl, backupKeep } = context.config;
  // The setting was removed while a job waited.
  if (backupUrl === undefined) return;
  const keep = `${backupKeep.days}d,${backupKeep.weeks}w,${backupKeep.months}m`;
  const { isDone, said } = await ownCommand(context.config, ['backup', backupUrl, '--keep', keep, '--quiet']);
  if (isDone) {
    context.log.info({ said }, 'the daily backup is complete');
    return;
  }
  await keepBackupFailure(context.db, { at: context.now().toISOString(), reason: said });
  throw new Error(`The daily backup has failed: ${said}`);
}
