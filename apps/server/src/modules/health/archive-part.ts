import type { HealthPart } from '@pimis/contract/health';
import type { Context } from '../../platform/context.ts';
import { archiverOf, archiverProblem } from '../../platform/database/archiver.ts';
import { copiedAt } from '../../platform/process/installation-copy.ts';
import type { ArchiveSettings } from '../../settings/archive.ts';
import { type ArchiveState, readArchiveState } from '../../platform/storage/archive-state.ts';
import { off, partOf, reasonOf } from './part.ts';
import { counted } from '../../platform/process/counted.ts';

const MS_PER_SECOND = 1_000;
const MINUTE_MS = 60 * MS_PER_SECOND;
/** The delay beyond ARCHIVE_SECONDS after which the part fails: five minutes in total with the default setting. */
const PATIENCE_MS = 4 * MINUTE_MS;

/** PostgreSQL reads this setting only at its start. */
const NEXT_START = 'the database has it only from its next start: stop all servers and workers, then start them';

type Asked = Pick<Context, 'db' | 'config' | 'now'>;

/** The archive of an external database (docs/operations.md), or that of the embedded one. */
export async function archivePart({ db, config, now }: Asked): Promise<HealthPart> {
  if (config.databaseUrl === undefined && config.archive === undefined) return off('archive');
  const archiver = await archiverOf(db);
  if (config.archive !== undefined) {
    if ((await copiedAt(db)) !== null) return off('archive');
    if (!archiver.isOn) return partOf('archive', { state: 'warning', cause: 'never', reason: NEXT_START });
    return sentPart(await readArchiveState(config.dataDir), config.archive, now());
  }
  if (!archiver.isOn) return off('archive');
  const reason = archiverProblem(archiver);
  return partOf('archive', reason === null ? {} : { state: 'failed', cause: 'fails', reason });
}

/** Up to which time everything is archived, or since when it is not. */
function sentPart(state: ArchiveState | null, { seconds }: ArchiveSettings, now: Date): HealthPart {
  const patience = seconds * MS_PER_SECOND + PATIENCE_MS;
  const failure = state?.failure ?? null;
  const why = failure?.reason ?? state?.baseFailure ?? null;
  if (state === null || state.until === null) {
    const hasFailed =
      state?.baseFailure != null || (failure !== null && now.getTime() - Date.parse(failure.since) > patience);
    if (!hasFailed) return partOf('archive', { state: 'warning', cause: 'never' });
    return partOf('archive', { state: 'failed', cause: 'never', reason: reasonOf(why) });
  }
  const { until } = state;
  const behind = now.getTime() - Date.parse(until);
  if (behind <= patience) return partOf('archive', { until });
  const lost = `${counted(Math.round(behind / MINUTE_MS), 'minute')} would be lost with this machine`;
  const reason = why === null ? lost : `${lost}: ${reasonOf(why)}`;
  return partOf('archive', { state: 'failed', cause: why === null ? 'waits' : 'fails', until, reason });
}

/** Seconds of work that only this machine has; null without an archive, or before its first base is complete. */
export async function archiveBehindSeconds({ config, now }: Pick<Context, 'config' | 'now'>): Promise<number | null> {
  if (config.archive === undefined) return null;
  const until = (await readArchiveState(config.dataDir))?.until ?? null;
  return until === null ? null : Math.max(0, now().getTime() - Date.parse(until)) / MS_PER_SECOND;
}
