import { sql } from 'kysely';
import { lastBackup, lastTrial } from '../../platform/storage/backup-state.ts';
import type { Context } from '../../platform/context.ts';
import { queueState } from '../../platform/jobs/job-state.ts';
import type { Source } from '../../platform/watching/metrics.ts';
import type { Replica } from '../../platform/database/replica-watch.ts';
import { unsealedRows } from '../audit/chain.ts';

const MS_PER_SECOND = 1_000;

/** Numbers read from the database at each scrape; they are the same on every server. */
export function measured({ db }: Pick<Context, 'db'>): Source {
  return {
    gauges: {
      database_up: ['1 when the database answers; missing when it does not.'],
      queue_jobs: ['Jobs of the queue, by state: waiting, running, failing (tried again), failed (given up).', 'state'],
      queue_workers: ['Processes that run jobs.'],
      queue_oldest_seconds: ['How long the oldest job that waits has been due.'],
      mails: ['Mails that are not sent yet, by state: waiting, failing.', 'state'],
      sessions: ['Open sessions.'],
      backup_timestamp_seconds: ['The moment that the last good backup holds; missing when there was none.'],
      backup_bytes: ['Size of the last good backup.'],
      backup_duration_seconds: ['How long the last good backup took.'],
      backup_trial_timestamp_seconds: ['When a backup was last restored on trial; missing when none was.'],
      backup_trial_failed: ['1 when the last restore on trial failed, 0 when it was good.'],
      audit_unsealed_rows: ['Rows of the audit log that wait for their seal.'],
      audit_unsealed_oldest_seconds: ['How long the oldest of them waits.'],
    },
    read: async () => {
      const queue = await queueState(db);
      const { rows } = await sql<{ open: number }>`
        select count(*)::integer as open from published.open_sessions`.execute(db);
      const last = await lastBackup(db);
      const trial = await lastTrial(db);
      const audit = await unsealedRows({ db });
      const { waiting, running, failing, failed } = queue;
      return [
        { name: 'database_up', value: 1 },
        ...Object.entries({ waiting, running, failing, failed }).map(([state, value]) => ({
          name: 'queue_jobs',
          labels: { state },
          value,
        })),
        { name: 'queue_workers', value: queue.workers },
        { name: 'queue_oldest_seconds', value: queue.oldestSeconds },
        { name: 'mails', labels: { state: 'waiting' }, value: queue.mails - queue.mailsFailing },
        { name: 'mails', labels: { state: 'failing' }, value: queue.mailsFailing },
        { name: 'sessions', value: rows[0]?.open ?? 0 },
        ...(last
          ? [
              { name: 'backup_timestamp_seconds', value: new Date(last.at).getTime() / MS_PER_SECOND },
              { name: 'backup_bytes', value: last.bytes },
              { name: 'backup_duration_seconds', value: last.seconds },
            ]
          : []),
        ...(trial
          ? [
              { name: 'backup_trial_timestamp_seconds', value: new Date(trial.at).getTime() / MS_PER_SECOND },
              { name: 'backup_trial_failed', value: trial.reason === null ? 0 : 1 },
            ]
          : []),
        { name: 'audit_unsealed_rows', value: audit.rows },
        { name: 'audit_unsealed_oldest_seconds', value: audit.oldestSeconds },
      ];
    },
  };
}

/** Numbers of the read replica, as observed by this process. */
export const measuredReplica = (replica: Replica): Source => ({
  gauges: {
    replica_usable: ['1 when reads go to the replica, 0 when the primary answers them.'],
    replica_lag_seconds: ['How far the replica is behind the primary; missing when it does not answer.'],
  },
  read: () => {
    const { lagMs } = replica.state();
    return [
      { name: 'replica_usable', value: replica.isUsable() ? 1 : 0 },
      ...(lagMs === null ? [] : [{ name: 'replica_lag_seconds', value: lagMs / MS_PER_SECOND }]),
    ];
  },
});
