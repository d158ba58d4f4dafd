import { once } from 'node:events';
import { connect } from 'node:tls';
import type { HealthPart } from '@pimis/contract/health';
import type { HealthCause } from '@pimis/domain/text/health-texts';
import { backupFailure, lastBackup, lastTrial, oldestBackupMs } from '../../platform/storage/backup-state.ts';
import { checkClamd } from '../../platform/documents/clamd.ts';
import type { Context } from '../../platform/context.ts';
import { readClock } from '../../platform/database/database-clock.ts';
import { databaseAnswers, lastDiskFull } from '../../platform/database/database.ts';
import { checkSmtp } from '../../platform/mail/mail.ts';
import { missingMigrations } from '../../platform/database/migrate.ts';
import { type Room, roomAt } from '../../platform/storage/room-at.ts';
import { requireOwnStore, WrongStore } from '../../platform/storage/store-mark.ts';
import { requireOwnSecrets } from '../../platform/audit/secret-marks.ts';
import { guarded } from '../../platform/streams.ts';
import { off, type Outcome, partOf, reasonOf } from './part.ts';
import { exportLag, hasLogStore } from '../audit/export.ts';
import { archivePart } from './archive-part.ts';
import { readWaiting } from '../projections/waiting.ts';
import { checkDirectory } from '../identity/sign-in/ldap.ts';
import { counted } from '../../platform/process/counted.ts';

const TIMEOUT_MS = 3_000;
const OLDEST_TRIAL_MS = 10 * 86_400_000;
const CERTIFICATE_WARNING_MS = 21 * 86_400_000;
const MEBI = 1024 * 1024;
const LITTLE_ROOM_BYTES = 1024 * MEBI;
/** Of a large disk the last twentieth counts as little: it fills in weeks, and a new disk takes weeks to get. */
const LITTLE_ROOM_SHARE = 0.05;
/** Sessions, links and one-time codes tolerate some seconds. */
const CLOCKS_APART_MS = 5_000;
const CLOCKS_FAR_MS = 60_000;
/** How long a full disk of the database is reported after it was last seen. */
const NO_ROOM_MS = 5 * 60_000;
const HTTPS_PORT = 443;

function causeOf(error: unknown, isLate: boolean): HealthCause {
  if (isLate) return 'noAnswer';
  return error instanceof WrongStore ? 'wrongStore' : 'fails';
}

/** Runs the check of a part within a few seconds; a failure is its state. */
async function checked(part: HealthPart['part'], work: () => Promise<Outcome | void>): Promise<HealthPart> {
  const begun = performance.now();
  const late = Promise.withResolvers<never>();
  const tooLate = new Error(`no answer within ${TIMEOUT_MS} ms`);
  const timer = setTimeout(() => late.reject(tooLate), TIMEOUT_MS);
  try {
    const outcome = (await Promise.race([work(), late.promise])) ?? {};
    return partOf(part, { ms: Math.round(performance.now() - begun), ...outcome });
  } catch (error) {
    return partOf(part, { state: 'failed', cause: causeOf(error, error === tooLate), reason: reasonOf(error) });
  } finally {
    clearTimeout(timer);
  }
}

function outside(
  part: HealthPart['part'],
  url: string | undefined,
  work: (url: string) => Promise<Outcome | void>,
): Promise<HealthPart> | HealthPart {
  return url === undefined ? off(part) : checked(part, () => work(url));
}

/**
 * The expiry of the certificate at this address, as browsers see it. Nothing is sent there. It is not an error if the
 * machine cannot reach the public address of its own service.
 */
export async function certificate(url: string, now: Date): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const options = {
    host: hostname,
    port: Number(port) || HTTPS_PORT,
    servername: hostname,
    // An expired certificate is accepted too, because its expiry is reported.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  };
  const socket = guarded(connect(options));
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const until = new Date(socket.getPeerCertificate().valid_to);
    const left = until.getTime() - now.getTime();
    const end = { until: until.toISOString() };
    if (left <= 0) return { ...end, state: 'failed', cause: 'ended' };
    return left < CERTIFICATE_WARNING_MS ? { ...end, state: 'warning', cause: 'ends' } : end;
  } catch (error) {
    return { state: 'warning', cause: 'unread', reason: reasonOf(error) };
  } finally {
    socket.destroy();
  }
}

/** The state of the daily backup. A new installation has a day to make its first one. */
export async function backupPart({ db, config, now }: Context): Promise<HealthPart> {
  const last = await lastBackup(db);
  const failure = await backupFailure(db);
  if (failure) return partOf('backup', { state: 'failed', cause: 'fails', reason: reasonOf(failure.reason) });
  if (!last) {
    return config.backupUrl === undefined ? off('backup') : partOf('backup', { state: 'warning', cause: 'never' });
  }
  const [trouble] = last.troubles ?? [];
  if (trouble !== undefined) {
    return partOf('backup', { state: 'failed', cause: 'incomplete', reason: reasonOf(trouble) });
  }
  const isOld = now().getTime() - new Date(last.at).getTime() > oldestBackupMs(config);
  return partOf('backup', isOld ? { state: 'failed', cause: 'old' } : {});
}

/** A disk counts as full while it has still some space, because the largest document must fit. */
function roomOf({ free, share }: Room, config: Context['config']): Outcome {
  if (free >= LITTLE_ROOM_BYTES && share >= LITTLE_ROOM_SHARE) return {};
  const reason = `only ${Math.floor(free / MEBI)} MB are free`;
  return { state: free < config.documentMaxBytes ? 'failed' : 'warning', cause: 'littleRoom', reason };
}

async function storage({ db, files, config }: Context): Promise<Outcome> {
  await files.check();
  // The folder of an unmounted disk is writable too, so the store's own mark is checked.
  await requireOwnStore(db, files);
  const room = await files.room();
  return room === null ? {} : roomOf(room, config);
}

/** With a full disk the database still answers but refuses writes; the free space of the embedded one can be read. */
async function database({ db, config }: Context): Promise<Outcome> {
  await databaseAnswers(db);
  await requireOwnSecrets(db, config);
  const full = lastDiskFull();
  if (full !== null && performance.now() - full.at < NO_ROOM_MS) throw new Error(full.reason);
  if (config.databaseUrl !== undefined) return {};
  return roomOf(await roomAt(config.dataDir), config);
}

/** Compares the clock of the database with that of this server, which follows it (database-clock.ts). */
export async function clockPart({ db }: Pick<Context, 'db'>): Promise<HealthPart> {
  const { ahead, tookMs } = await readClock(db);
  const apart = Math.abs(ahead) - tookMs / 2;
  if (apart < CLOCKS_APART_MS) return partOf('clock');
  const reason = `the clocks differ by ${Math.round(apart / 1_000)} s`;
  return partOf('clock', { state: apart < CLOCKS_FAR_MS ? 'warning' : 'failed', cause: 'differs', reason });
}

/** The read replica. The primary replaces it, so its failure is only a warning. */
export function replicaPart({ replica }: Context): HealthPart {
  if (!replica) return off('replica');
  const { lagMs, reason } = replica.state();
  if (replica.isUsable()) return partOf('replica', { ms: lagMs });
  const why =
    reason === null
      ? ({ cause: 'behind', reason: `${lagMs} ms behind` } as const)
      : ({ cause: 'fails', reason: reasonOf(reason) } as const);
  return partOf('replica', { ms: lagMs, state: 'warning', ...why });
}

/** The weekly trial restore. It also needs attention when it has not run for a week and a half. */
export async function trialPart({ db, config, now }: Context): Promise<HealthPart> {
  if (config.backupTrial === undefined || config.backupUrl === undefined) return off('restoreTrial');
  const last = await lastTrial(db);
  if (!last) return partOf('restoreTrial', { state: 'warning', cause: 'never' });
  if (last.reason !== null) {
    return partOf('restoreTrial', { state: 'failed', cause: 'fails', reason: reasonOf(last.reason) });
  }
  const isOld = now().getTime() - new Date(last.at).getTime() > OLDEST_TRIAL_MS;
  return partOf('restoreTrial', isOld ? { state: 'failed', cause: 'old' } : {});
}

/** The job that computes projections runs each minute: a longer wait means a rebuild or a failing job. */
const LONG_WAIT_MS = 5 * 60_000;
const STUCK_MS = 60 * 60_000;

/** How many projects have stored facts that wait to be recomputed, and since when. */
export async function projectionsPart({ db, now }: Context): Promise<HealthPart> {
  const waiting = await readWaiting(db);
  if (!waiting) return partOf('projections');
  const age = now().getTime() - waiting.since.getTime();
  const reason = `${counted(waiting.projects, 'project waits', 'projects wait')} since ${waiting.since.toISOString()}`;
  if (age < LONG_WAIT_MS) return partOf('projections', { reason });
  return partOf('projections', { state: age < STUCK_MS ? 'warning' : 'failed', cause: 'waits', reason });
}

/** The job that sends rows runs each minute, so a log store that takes nothing for this long needs an administrator. */
const STORE_AWAY_MS = 15 * 60_000;

/** Rows of the audit log that the log store does not have. While it takes rows, even old ones, nothing is wrong. */
export async function auditExportPart({ db, config, now }: Context): Promise<HealthPart> {
  if (!hasLogStore(config)) return off('auditExport');
  const lag = await exportLag({ db });
  if (!lag) return partOf('auditExport');
  const idle = now().getTime() - Math.max(lag.since.getTime(), lag.takenAt?.getTime() ?? 0);
  const isLate = lag.reason !== null || idle >= LONG_WAIT_MS;
  const wait = `${counted(lag.rows, 'row waits', 'rows wait')} since ${lag.since.toISOString()}`;
  const reason = lag.reason === null ? wait : `${wait}: ${reasonOf(lag.reason)}`;
  if (!isLate) return partOf('auditExport', { reason });
  const cause = lag.reason === null ? 'waits' : 'fails';
  return partOf('auditExport', { state: idle >= STORE_AWAY_MS ? 'failed' : 'warning', cause, reason });
}

/** Parts that are checked outside the database; each check ends within a few seconds. */
async function askOutside(context: Context): Promise<HealthPart[]> {
  const { config, now } = context;
  const https = config.publicUrl.startsWith('https:') ? config.publicUrl : undefined;
  return Promise.all([
    checked('storage', () => storage(context)),
    outside('mail', config.smtpUrl, (url) => checkSmtp(url, TIMEOUT_MS)),
    outside('directory', config.ldapUrl, (url) => checkDirectory(url, TIMEOUT_MS)),
    outside('clamd', config.clamdUrl, (url) => checkClamd(url, TIMEOUT_MS)),
    outside('certificate', https, (url) => certificate(url, now())),
  ]);
}

/** How long results of external parts are cached for frequent callers. */
const REMEMBERED_MS = 60_000;

/** The parts of the installation. */
export class Parts {
  readonly #context: Context;
  #outside: { parts: Promise<HealthPart[]>; until: number } | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** All parts, asked now, at once. */
  read(): Promise<HealthPart[]> {
    this.#outside = undefined;
    return this.all();
  }

  /** All parts. Those outside are checked at most once a minute for all callers. */
  async all(): Promise<HealthPart[]> {
    const { db } = this.#context;
    const [answering, migrations, outside] = await Promise.all([
      checked('database', () => database(this.#context)),
      checked('migrations', async () => {
        const missing = await missingMigrations(db);
        if (missing.length === 0) return {};
        return { state: 'failed', cause: 'missing', reason: reasonOf(missing.join(', ')) };
      }),
      this.#cachedOutside(),
    ]);
    return [answering, migrations, replicaPart(this.#context), ...outside, ...(await this.#inside())];
  }

  /** Parts that need attention. The database is not checked, because the caller's own call has just used it. */
  async failing(): Promise<HealthPart['part'][]> {
    const parts = [...(await this.#cachedOutside()), ...(await this.#inside())];
    return parts.filter(isFailing).map(({ part }) => part);
  }

  /** Parts that the database knows of. */
  async #inside(): Promise<HealthPart[]> {
    return [
      await clockPart(this.#context),
      await backupPart(this.#context),
      await trialPart(this.#context),
      await archivePart(this.#context),
      await projectionsPart(this.#context),
      await auditExportPart(this.#context),
    ];
  }

  #cachedOutside(): Promise<HealthPart[]> {
    if (!this.#outside || performance.now() > this.#outside.until) {
      this.#outside = { parts: askOutside(this.#context), until: performance.now() + REMEMBERED_MS };
    }
    return this.#outside.parts;
  }
}

/** Whether a part needs an administrator. */
export const isFailing = (part: HealthPart): boolean => part.state === 'failed' || isEnding(part);

/** Whether a disk has little room left: nothing fails yet. */
export const hasLittleRoom = ({ part, state }: HealthPart): boolean =>
  state === 'warning' && (part === 'storage' || part === 'database');

/** Whether a certificate ends soon and should be renewed. */
const isEnding = ({ part, state, until }: HealthPart) =>
  part === 'certificate' && state === 'warning' && until !== null;
