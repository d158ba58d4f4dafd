import { sql } from 'kysely';
import type { AttentionReason, FailedJob, Health } from '@pimis/contract/health';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { lastBackup, lastGood } from '../../platform/storage/backup-state.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import {
  dropJob,
  type FailedJobRow,
  listFailedJobs,
  lockFailedJob,
  retryJob,
} from '../../platform/jobs/failed-jobs.ts';
import { type QueueState, queueState } from '../../platform/jobs/job-state.ts';
import { VERSION } from '../../platform/process/version.ts';
import { reasonOf } from './part.ts';
import type { Parts } from './parts.ts';

const JOBS_SHOWN = 100;

/** A worker counts as missing after this time; a new one takes waiting jobs within seconds. */
const STANDING_SECONDS = 120;

/** Jobs are due and no process runs them. */
const isStanding = ({ workers, oldestSeconds }: QueueState) => workers === 0 && oldestSeconds > STANDING_SECONDS;

const isLast = ({ attempts, maxAttempts }: FailedJobRow) => attempts >= maxAttempts;

function shown(job: FailedJobRow): FailedJob {
  const { id, name, attempts, maxAttempts, error, failedAt, runAt } = job;
  return {
    id,
    name,
    attempts,
    maxAttempts,
    reason: reasonOf(error),
    last: isLast(job),
    failedAt: failedAt.toISOString(),
    nextAt: isLast(job) ? null : runAt.toISOString(),
  };
}

/** All that the health panel shows. */
export async function readHealth({ db }: Context, installation: Parts): Promise<Health> {
  const parts = await installation.read();
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const last = await lastBackup(db);
  return {
    version: VERSION,
    node: process.versions.node,
    postgres: rows[0]?.version ?? null,
    parts,
    queue: await queueState(db),
    jobs: (await listFailedJobs(db, JOBS_SHOWN)).map(shown),
    backup: last && {
      at: new Date(last.at).toISOString(),
      goodAt: lastGood(last),
      seconds: last.seconds,
      bytes: last.bytes,
      encrypted: last.encrypted,
    },
  };
}

/** The reasons why an administrator has to act; every screen of an administrator asks for them. */
export async function attentionReasons({ db }: Context, installation: Parts): Promise<AttentionReason[]> {
  const queue = await queueState(db);
  const failing = await installation.failing();
  return [
    ...(queue.failed > 0 ? ['jobs' as const] : []),
    ...(isStanding(queue) ? ['workers' as const] : []),
    ...(queue.mailsFailing > 0 && !failing.includes('mail') ? ['mail' as const] : []),
    ...failing,
  ];
}

/**
 * Locks a failed job, changes it and writes the audit row. Error: NotFound when it runs now, is gone or has not failed.
 */
async function changeJob(
  context: Context,
  id: string,
  origin: AuditOrigin,
  operation: 'job.retry' | 'job.giveUp',
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const job = await lockFailedJob(tx, id);
    if (!job) throw new ApiError('NotFound');
    const before = { name: job.name, attempts: job.attempts, reason: reasonOf(job.error) };
    if (operation === 'job.retry') await retryJob(tx, id);
    else await dropJob(tx, id);
    const after = operation === 'job.retry' ? { name: job.name, attempts: 0 } : null;
    await audit(tx, origin, { operation, subjectType: 'job', subjectId: id, detail: { before, after } });
  });
}

export const retryFailedJob = (context: Context, id: string, origin: AuditOrigin) =>
  changeJob(context, id, origin, 'job.retry');

export const giveUpJob = (context: Context, id: string, origin: AuditOrigin) =>
  changeJob(context, id, origin, 'job.giveUp');
