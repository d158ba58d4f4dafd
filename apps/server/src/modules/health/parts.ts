import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { HealthPart } from '@pimis/contract/health';
import { backupFailure, lastBackup, lastTrial } from '../../platform/storage/backup-state.ts';
import { checkClamd } from '../../platform/documents/clamd.ts';
import type { Context } from '../../platform/context.ts';
import { databaseAnswers, lastDiskFull } from '../../platform/database/database.ts';
import { checkSmtp } from '../../platform/mail/mail.ts';
import { missingMigrations } from '../../platform/database/migrate.ts';
import { requireOwnSecrets } from '../../platform/audit/secret-marks.ts';
import { withoutSecrets } from '../../platform/process/secrets.ts';
import { guarded } from '../../platform/streams.ts';
import { readWaiting } from '../projections/waiting.ts';
import { checkDirectory } from '../identity/sign-in/ldap.ts';

const TIMEOUT_MS = 3_000;
/** A daily backup, and half a day for those that take long. */
const OLDEST_BACKUP_MS = 36 * 3_600_000;
const OLDEST_TRIAL_MS = 10 * 86_400_000;
const CERTIFICATE_WARNING_MS = 21 * 86_400_000;
const MEBI = 1024 * 1024;
const LITTLE_ROOM_BYTES = 1024 * MEBI;
/** How long a full disk of the database is reported after it was last seen. */
const NO_ROOM_MS = 5 * 60_000;
const HTTPS_PORT = 443;
const REASON_LENGTH = 300;

type Outcome = Partial<Pick<HealthPart, 'state' | 'reason' | 'until'>>;

/** The first line of an error, without secrets of the settings. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return withoutSecrets(text.split('\n')[0] ?? '', process.env).slice(0, REASON_LENGTH);
}

/** Runs the check of a part within a few seconds; a failure is its state. */
async function checked(part: HealthPart['part'], work: () => Promise<Outcome | void>): Promise<HealthPart> {
  const begun = performance.now();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  const base = { part, reason: null, until: null };
  try {
    const outcome = (await Promise.race([work(), late.promise])) ?? {};
    return { ...base, state: 'ok', ms: Math.round(performance.now() - begun), ...outcome };
  } catch (error) {
    return { ...base, state: 'failed', ms: null, reason: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

const off = (part: HealthPart['part']): HealthPart => ({ part, state: 'off', ms: null, reason: null, until: null });

function outside(
  part: HealthPart['part'],
  url: string | undefined,
  work: (url: string) => Promise<Outcome | void>,
): Promise<HealthPart> | HealthPart {
  return url === undefined ? off(part) : checked(part, () => work(url));
}

/**
 * The end of the certificate that people are shown at this address. Nothing is sent to it. It is not an error if the
 * machine cannot reach the public address of its own service.
 */
export async function certificate(url: string, now: Date): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const options = {
    host: hostname,
    port: Number(port) || HTTPS_PORT,
    servername: hostname,
    // An expired certificate is read too, because its end is reported.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  };
  const socket = guarded(connect(options));
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const until = new Date(socket.getPeerCertificate().valid_to);
    const left = until.getTime() - now.getTime();
    const state = left <= 0 ? 'failed' : left < CERTIFICATE_WARNING_MS ? 'warning' : 'ok';
    return { state, until: until.toISOString() };
  } catch (error) {
    return { state: 'warning', reason: reasonOf(error) };
  } finally {
    socket.destroy();
  }
}

/** The state of the daily backup. A new installation has a day for its first. */
export async function backupPart({ db, config, now }: Context): Promise<HealthPart> {
  const last = await lastBackup(db);
  const failure = await backupFailure(db);
  const part = { part: 'backup', ms: null, until: null } as const;
  if (failure) {
    return { ...part, state: 'failed', reason: reasonOf(failure.reason) };
  }
  if (!last) return { ...part, state: config.backupUrl === undefined ? 'off' : 'warning', reason: null };
  const isOld = now().getTime() - new Date(last.at).getTime() > OLDEST_BACKUP_MS;
  const [trouble] = last.troubles ?? [];
  if (trouble !== undefined) return { ...part, state: 'failed', reason: reasonOf(trouble) };
  return { ...part, state: isOld ? 'failed' : 'ok', reason: null };
}

/** A disk is full before its last byte: the largest document must fit. */
function roomOf(bytes: number, config: Context['config']): Outcome {
  if (bytes >= LITTLE_ROOM_BYTES) return {};
  const reason = `only ${Math.floor(bytes / MEBI)} MB are free`;
  return { state: bytes < config.documentMaxBytes ? 'failed' : 'warning', reason };
}

async function storage({ files, config }: Context): Promise<Outcome> {
  await files.check();
  const free = await files.free();
  return free === null ? {} : roomOf(free, config);
}

/** With a full disk the database still answers but refuses writes; the free space of the embedded one can be read. */
async function database({ db, config }: Context): Promise<Outcome> {
  await databaseAnswers(db);
  await requireOwnSecrets(db, config);
  const full = lastDiskFull();
  if (full !== null && performance.now() - full.at < NO_ROOM_MS) throw new Error(full.reason);
  if (config.databaseUrl !== undefined) return {};
  const { bavail, bsize } = await statfs(config.dataDir);
  return roomOf(bavail * bsize, config);
}

/** The read replica. The primary replaces it, so its failure is only a warning. */
export function replicaPart({ replica }: Context): HealthPart {
  if (!replica) return off('replica');
  const { lagMs, reason } = replica.state();
  const part = { part: 'replica', ms: lagMs, until: null } as const;
  if (replica.isUsable()) return { ...part, state: 'ok', reason: null };
  return { ...part, state: 'warning', reason: reason === null ? `${lagMs} ms behind` : reasonOf(reason) };
}

/** The weekly trial restore. It also needs attention when it has not run for a week and a half. */
export async function trialPart({ db, config, now }: Context): Promise<HealthPart> {
  const part = { part: 'restoreTrial', ms: null, until: null, reason: null } as const;
  if (config.backupTrial === undefined || config.backupUrl === undefined) return { ...part, state: 'off' };
  const last = await lastTrial(db);
  if (!last) return { ...part, state: 'warning' };
  if (last.reason !== null) return { ...part, state: 'failed', reason: reasonOf(last.reason) };
  const isOld = now().getTime() - new Date(last.at).getTime() > OLDEST_TRIAL_MS;
  return { ...part, state: isOld ? 'failed' : 'ok' };
}

/** The job that computes projections runs each minute: a longer wait means a rebuild or a failing job. */
const LONG_WAIT_MS = 5 * 60_000;
const STUCK_MS = 60 * 60_000;

/** Projects whose kept facts wait to be computed, and since when. */
export async function projectionsPart({ db, now }: Context): Promise<HealthPart> {
  const part = { part: 'projections', ms: null, until: null } as const;
  const waiting = await readWaiting(db);
  if (!waiting) return { ...part, state: 'ok', reason: null };
  const age = now().getTime() - waiting.since.getTime();
  const state = age < LONG_WAIT_MS ? 'ok' : age < STUCK_MS ? 'warning' : 'failed';
  return { ...part, state, reason: `${waiting.projects} projects wait since ${waiting.since.toISOString()}` };
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
  async read(): Promise<HealthPart[]> {
    this.#outside = undefined;
    const { db } = this.#context;
    const [answering, migrations, outside] = await Promise.all([
      checked('database', () => database(this.#context)),
      checked('migrations', async () => {
        const missing = await missingMigrations(db);
        if (missing.length > 0) throw new Error(missing.join(', '));
      }),
      this.#cachedOutside(),
    ]);
    return [
      answering,
      migrations,
      replicaPart(this.#context),
      ...outside,
      await backupPart(this.#context),
      await trialPart(this.#context),
      await projectionsPart(this.#context),
    ];
  }

  /** Parts that need attention. Those outside are checked at most once a minute for all callers. */
  async failing(): Promise<HealthPart['part'][]> {
    const parts = [
      ...(await this.#cachedOutside()),
      await backupPart(this.#context),
      await trialPart(this.#context),
      await projectionsPart(this.#context),
    ];
    return parts.filter((part) => part.state === 'failed' || isEnding(part)).map(({ part }) => part);
  }

  #cachedOutside(): Promise<HealthPart[]> {
    if (!this.#outside || performance.now() > this.#outside.until) {
      this.#outside = { parts: askOutside(this.#context), until: performance.now() + REMEMBERED_MS };
    }
    return this.#outside.parts;
  }
}

/** A certificate is renewed before it has ended. */
const isEnding = ({ part, state, until }: HealthPart) =>
  part === 'certificate' && state === 'warning' && until !== null;
