import { keepTrial } from '../platform/storage/backup-state.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import type { Context } from '../platform/context.ts';
import { ownCommand } from './own-command.ts';

/**
 * Restores the newest backup of BACKUP_URL on trial, and the archive if there is one, in processes of their own, and
 * keeps the outcome for the health panel. A failure is reported there and not retried before the next week, because a
 * trial takes long.
 */
export async function weeklyTrial(context: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const { backupUrl, backupTrial } = context.config;
  // The setting was removed while a job waited.
  if (backupUrl === undefined || backupTrial === undefined || (await copiedAt(context.db)) !== null) return;
  const begun = performance.now();
  const outcome = await tried(context.config, backupUrl, []);
  const archived =
    outcome.isDone && context.config.archive ? await tried(context.config, backupUrl, ['--to', 'latest']) : outcome;
  const { isDone } = archived;
  const said = outcome === archived ? outcome.said : `${outcome.said}\n${archived.said}`;
  const seconds = (performance.now() - begun) / 1000;
  await keepTrial(context.db, { at: context.now().toISOString(), seconds, reason: isDone ? null : archived.said });
  if (isDone) context.log.info({ said }, 'the backup was restored on trial');
  else context.log.error({ said }, 'the backup could not be restored on trial');
}

/** Restores on trial: the newest backup, or the archive. */
const tried = (config: Context['config'], backupUrl: string, more: readonly string[]): ReturnType<typeof ownCommand> =>
  ownCommand(config, [
    'try-restore',
    backupUrl,
    '--quiet',
    ...(config.backupTrialFolder === undefined ? [] : ['--folder', config.backupTrialFolder]),
    ...(config.backupTrialKey === undefined ? [] : ['--key', config.backupTrialKey]),
    ...more,
  ]);
