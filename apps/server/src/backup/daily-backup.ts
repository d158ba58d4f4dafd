import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { keepBackupFailure } from '../platform/backup-state.ts';
import type { Context } from '../platform/context.ts';

const MAIN = join(import.meta.dirname, '..', 'cli', 'main.ts');
const LONGEST_REASON = 1_000;

/**
 * The daily backup to BACKUP_URL, in a process of its own: compression and encryption would keep the server from
 * answering. Error: the command's last words, so that the job runs again later.
 */
export async function dailyBackup(context: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  const { backupUrl, backupKeep } = context.config;
  // The setting was removed while a job waited.
  if (backupUrl === undefined) return;
  const keep = `${backupKeep.days}d,${backupKeep.weeks}w,${backupKeep.months}m`;
  const child = spawn(process.execPath, [MAIN, 'backup', backupUrl, '--keep', keep, '--quiet'], {
    env: { ...process.env, DATA_DIR: context.config.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-LONGEST_REASON);
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code === 0) {
    context.log.info({ said: said.trim() }, 'the daily backup is complete');
    return;
  }
  await keepBackupFailure(context.db, { at: new Date().toISOString(), reason: said.trim() });
  throw new Error(`The daily backup has failed: ${said.trim()}`);
}
