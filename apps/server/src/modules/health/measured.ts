import { sql } from 'kysely';
import { lastBackup, lastGood, lastTrial } from '../../platform/storage/backup-state.ts';
import type { Context } from '../../platform/context.ts';
import { type Room, roomAt } from '../../platform/storage/room-at.ts';
import { readClock } from '../../platform/database/database-clock.ts';
import { queueState } from '../../platform/jobs/job-state.ts';
import type { Source } from '../../platform/watching/metrics.ts';
import type { Replica } from '../../platform/database/replica-watch.ts';
import { unsealedRows } from '../audit/chain.ts';
import { exportLag, hasLogStore } from '../audit/export.ts';
import { webhookFigures } from '../webhooks/log.ts';
import { archiveBehindSeconds } from './archive-part.ts';
import { Parts } from './parts.ts';

const MS_PER_SECOND = 1_000;

const STATE_VALUES = { ok: 0, warning: 1, failed: 2 } as const;

/** Disks whose free space this server can see. A disk that cannot be read is missing here; the panel reports it. */
async function roomsOf({ files, config }: Context): Promise<(Room & { disk: string })[]> {
  const documents = await files.room().catch(() => null);
  const data = config.databaseUrl === undefined ? await roomAt(config.dataDir) : null;
  return [...(documents ? [{ disk: 'documents', ...documents }] : []), ...(data ? [{ disk: 'data', ...data }] : [])];
}

/** Numbers read from the database at each scrape; they are the same on every server. */
export function measured(context: Context): Source {
  const { db, config, now } = context;
  const parts = new Parts(context);
  return {
    gauges: {
      database_up: ['1 when the database answers; missing when it does not.'],
      queue_jobs: ['Jobs of the queue, by state: waiting, running, failing (tried again), failed (given up).', 'state'],
      queue_workers: ['Processes that run jobs.'],
      queue_oldest_seconds: ['How long the oldest job that waits has been due.'],
      mails: ['Mails that are not sent yet, by state: waiting, failing.', 'state'],
      sessions: ['Open sessions.'],
      backup_timestamp_seconds: ['The moment that the last good backup holds; missing when there was none.'],
      backup_bytes: ['Size of the last backup.'],
      backup_duration_seconds: ['How long the last backup took.'],
      backup_trial_timestamp_seconds: ['When a backup was last restored on trial; missing when none was.'],
      backup_trial_failed: ['1 when the last restore on trial failed, 0 when it was good.'],
      part_state: ['State of a part of the panel: 0 works, 1 attention, 2 fails; missing when it is not set.', 'part'],
      disk_free_bytes: ['Free bytes of a disk: of the documents, and of DATA_DIR with the embedded database.', 'disk'],
      disk_free_ratio: ['The same as a share of the disk, 0 to 1.', 'disk'],
      clock_difference_seconds: ['By how much the clock of the database is ahead of the server; negative when behind.'],
      certificate_end_timestamp_seconds: [
        'When the certificate of PUBLIC_URL ends; missing when it is not https or cannot be read.',
      ],
      archive_behind_seconds: ['How many seconds of work the archive has not sent; missing without one.'],
      audit_unsealed_rows: ['Rows of the audit log that wait for their seal.'],
      audit_unsealed_oldest_seconds: ['How long the oldest of them waits.'],
      audit_export_behind_rows: ['Rows of the audit log that the log store does not have; missing without one.'],
      audit_export_behind_seconds: ['How old the first of them is; missing without a log store.'],
      webhooks: ['Webhooks by state: on, failing, off.', 'state'],
      webhook_deliveries_waiting: ['Events that wait for their delivery to webhooks that are on.'],
      webhook_oldest_waiting_seconds: ['How long the oldest of them waits.'],
    },
    read: async () => {
      const queue = await queueState(db);
      const { rows } = await sql<{ open: number }>`
        select count(*)::integer as open from published.open_sessions`.execute(db);
      const last = await lastBackup(db);
      const goodAt = last && lastGood(last);
      const trial = await lastTrial(db);
      const states = await parts.all();
      const certificate = states.find(({ part }) => part === 'certificate')?.until ?? null;
      const rooms = await roomsOf(context);
      const audit = await unsealedRows({ db });
      const lag = hasLogStore(config) ? await exportLag({ db }) : null;
      const webhooks = await webhookFigures({ db });
      const behind = await archiveBehindSeconds(context);
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
              { name: 'backup_bytes', value: last.bytes },
              { name: 'backup_duration_seconds', value: last.seconds },
            ]
          : []),
        ...(goodAt === null ? [] : [{ name: 'backup_timestamp_seconds', value: Date.parse(goodAt) / MS_PER_SECOND }]),
        ...(trial
          ? [
              { name: 'backup_trial_timestamp_seconds', value: new Date(trial.at).getTime() / MS_PER_SECOND },
              { name: 'backup_trial_failed', value: trial.reason === null ? 0 : 1 },
            ]
          : []),
        ...states.flatMap(({ part, state }) =>
          state === 'off' ? [] : [{ name: 'part_state', labels: { part }, value: STATE_VALUES[state] }],
        ),
        ...rooms.flatMap(({ disk, free, share }) => [
          { name: 'disk_free_bytes', labels: { disk }, value: free },
          { name: 'disk_free_ratio', labels: { disk }, value: share },
        ]),
        { name: 'clock_difference_seconds', value: (await readClock(db)).ahead / MS_PER_SECOND },
        ...(certificate === null
          ? []
          : [{ name: 'certificate_end_timestamp_seconds', value: Date.parse(certificate) / MS_PER_SECOND }]),
        ...(behind === null ? [] : [{ name: 'archive_behind_seconds', value: behind }]),
        { name: 'audit_unsealed_rows', value: audit.rows },
        { name: 'audit_unsealed_oldest_seconds', value: audit.oldestSeconds },
        ...(hasLogStore(config)
          ? [
              { name: 'audit_export_behind_rows', value: lag?.rows ?? 0 },
              {
                name: 'audit_export_behind_seconds',
                value: lag ? (now().getTime() - lag.since.getTime()) / MS_PER_SECOND : 0,
              },
            ]
          : []),
        ...(['on', 'failing', 'off'] as const).map((state) => ({
          name: 'webhooks',
          labels: { state },
          value: webhooks[state],
        })),
        { name: 'webhook_deliveries_waiting', value: webhooks.waiting },
        {
          name: 'webhook_oldest_waiting_seconds',
          value: webhooks.since ? (now().getTime() - webhooks.since.getTime()) / MS_PER_SECOND : 0,
        },
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
