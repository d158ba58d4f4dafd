import { keepTrial } from '../platform/storage/backup-state.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import type { Context } from '../platform/context.ts';
import { ownCommand } from './own-command.ts';

/**
 * Restores the newest backup of BACKUP_URL on trial, in a process of its own, and keeps the outcome for the health
 * panel. A failure is reported there and not retried before the next week, because a trial takes long.
 */
export async function weeklyTrial(context: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { backupUrl, backupTrial, backupTrialFolder, backupTrialKey } = context.config;
  // The setting was removed while a job waited.
  if (backupUrl === undefined || backupTrial === undefined || (await copiedAt(context.db)) !== null) return;
  const begun = performance.now();
  const { isDone, said } = await ownCommand(context.config, [
    'try-restore',
    backupUrl,
    '--quiet',
    ...(backupTrialFolder === undefined ? [] : ['--folder', backupTrialFolder]),
    ...(backupTrialKey === undefined ? [] : ['--key', backupTrialKey]),
  ]);
  const seconds = (performance.now() - begun) / 1000;
  await keepTrial(context.db, { at: context.now().toISOString(), seconds, reason: isDone ? null : said });
  if (isDone) context.log.info({ said }, 'the backup was restored on trial');
  else context.log.error({ said }, 'the backup could not be restored on trial');
}
