import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { openPlace } from '../backup/place.ts';
import { nameSalt, signersOf } from '../backup/signature.ts';
import { connect } from '../backup/tables.ts';
import type { Context } from '../platform/context.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { withoutSecrets } from '../platform/process/secrets.ts';
import { type ArchiveState, keepArchiveState, readArchiveState, readBase } from '../platform/storage/archive-state.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { putOnce, putSegment, requireAlone } from './alone.ts';
import { sendHeads } from './audit-heads.ts';
import { type Bounds, keepWithinBounds } from './bounds.ts';
import { Documents, type Horizon } from './documents.ts';
import { jumpBetween, type Moment, movedBy, SentTime, type Tick } from './progress-of-time.ts';
import { removeLeftParts } from './left-parts.ts';
import { emptyState, isBaseUsable, noteSegment } from './sending-state.ts';
import type { Sealing } from './sealed-object.ts';
import { historyKey, historyName, historyOf, requireSegment } from './segments.ts';
import { type Waiting, waitingIn } from './waiting.ts';

/** Any constant: one process of those on a database sends its archive. */
const LOCK_KEY = 7_136_482;
const REASON_LENGTH = 300;
/** PostgreSQL copies an ended segment within a moment. */
const LAST_PAUSE_MS = 50;
const LAST_ATTEMPTS = 60;

type Settings = Pick<Context, 'config' | 'files' | 'log' | 'now'>;

/** Where the database and its segments are. */
export interface Source {
  url: string;
  /** The folder of the embedded PostgreSQL. */
  folder: string;
}

/** The database as it is at the beginning of a round. */
export interface Round extends Moment, Horizon {
  system: string;
  timeline: number;
}

const ROUND = `
  select clock_timestamp() as at, pg_current_wal_insert_lsn()::text as position,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next,
    (select system_identifier::text from pg_control_system()) as system,
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
    (select coalesce(max(id), 0)::integer from document_revisions) as revision`;

async function readRound(client: pg.Client): Promise<Round> {
  const { rows } = await client.query<
    Record<'position' | 'oldest' | 'next' | 'system' | 'timeline', string> & { at: Date; revision: number }
  >(ROUND);
  const [found] = rows;
  if (!found) throw new Error('The database has no moment.');
  return {
    ...found,
    at: found.at.toISOString(),
    oldest: BigInt(found.oldest),
    next: BigInt(found.next),
    timeline: parseInt(found.timeline, 16),
  };
}

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return withoutSecrets(text.split('\n')[0] ?? '', process.env).slice(0, REASON_LENGTH);
};

type SentAll = (state: ArchiveState, round: Round) => void;

/** Sends the archive of a cluster, round by round. */
export class Shipper {
  readonly #settings: Settings;
  readonly #source: Source;
  /** Called after a round in which everything was sent. */
  readonly #sentAll: SentAll;
  readonly #bounds: Bounds;
  #lock: pg.Client | undefined;
  #place: FileStore | undefined;
  #state: ArchiveState | undefined;
  #time = new SentTime();
  #tick: Tick | undefined;
  #documents: Documents | undefined;
  #hasTidied = false;
  /** The history that the place has. */
  #history: string | undefined;

  constructor(settings: Settings, source: Source, sentAll: SentAll = () => undefined, bounds: Bounds = {}) {
    this.#bounds = bounds;
    this.#settings = settings;
    this.#source = source;
    this.#sentAll = sentAll;
  }

  /**
   * One round: sends everything that waits and keeps how far it came. Returns whether this process sends the archive
   * and nothing failed; a failure is in the state.
   */
  async round(): Promise<boolean> {
    const client = await this.#locked();
    if (client === null) return false;
    try {
      const round = await readRound(client);
      const state = await this.#stateOf(round.system);
      this.#followClock(state, round.at);
      try {
        await this.#send(client, state, round);
        state.failure = null;
        this.#sentAll(state, round);
        return true;
      } catch (error) {
        const reason = reasonOf(error);
        if (state.failure?.reason !== reason) this.#settings.log.warn({ err: error }, 'the archive was not sent');
        state.failure = { since: state.failure?.since ?? round.at, reason };
        await this.#giveUp(state, round.at);
        return false;
      } finally {
        await this.#keep(state);
      }
    } catch (error) {
      // The database is away, and with it the lock.
      this.#settings.log.warn({ err: error }, 'the archive waits for the database');
      await this.close();
      return false;
    }
  }

  /**
   * Shifts the stored moments when somebody sets the clock: after a clock is set back, moments in the future would hide
   * that nothing is sent.
   */
  #followClock(state: ArchiveState, at: string): void {
    const now = { at, passed: performance.now() };
    const jump = this.#tick ? jumpBetween(this.#tick, now) : 0;
    this.#tick = now;
    if (jump !== 0) {
      this.#settings.log.warn({ jumpMs: jump }, 'the clock was set');
      this.#time.move(jump);
    }
    // The clock may also have been set back while no process was running to measure it.
    const told = (moment: string) => [movedBy(moment, jump), at].toSorted()[0] ?? at;
    if (state.until !== null) state.until = told(state.until);
    if (state.failure !== null) state.failure = { ...state.failure, since: told(state.failure.since) };
  }

  /** Unsent segments may fill the disk. The gap is recorded before any of them is removed. */
  async #giveUp(state: ArchiveState, at: string): Promise<void> {
    const gone = await keepWithinBounds(archivedFolder(this.#source.folder), state, at, this.#bounds, () =>
      keepArchiveState(this.#settings.config.dataDir, state),
    );
    if (gone > 0)
      this.#settings.log.error({ segments: gone }, 'the archive has a gap: its place was away for too long');
  }

  /** Ends the segment under way, sends it and closes: after a clean stop everything is off the machine. */
  async finish(): Promise<void> {
    try {
      const name = await this.#endSegment();
      const path = name === undefined ? undefined : join(archivedFolder(this.#source.folder), name);
      for (let attempt = 0; path && attempt < LAST_ATTEMPTS && !existsSync(path); attempt += 1)
        await delay(LAST_PAUSE_MS);
      if (path && existsSync(path)) await this.round();
    } catch (error) {
      this.#settings.log.warn({ err: error }, 'the last segment waits for the next start');
    } finally {
      await this.close();
    }
  }

  /** The name of the segment; undefined where another process sends it, or nothing was committed since the last one. */
  async #endSegment(): Promise<string | undefined> {
    const before = this.#state?.segment ?? '';
    const { rows } = (await this.#lock?.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')) ?? {
      rows: [],
    };
    const [ended] = rows;
    return ended && ended.name > before ? ended.name : undefined;
  }

  async close(): Promise<void> {
    const client = this.#lock;
    this.#lock = undefined;
    this.#state = undefined;
    await client?.end().catch((error: unknown) => this.#settings.log.warn({ err: error }, 'a connection did not end'));
  }

  /** The connection that holds the lock; null if another process sends the archive. */
  async #locked(): Promise<pg.Client | null> {
    if (this.#lock) return this.#lock;
    let client: pg.Client;
    try {
      client = await connect(this.#source.url);
    } catch (error) {
      this.#settings.log.warn({ err: error }, 'the archive waits for the database');
      return null;
    }
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY]);
    if (rows[0]?.locked !== true) {
      await client.end();
      return null;
    }
    this.#lock = client;
    return client;
  }

  async #stateOf(system: string): Promise<ArchiveState> {
    const kept = this.#state ?? (await readArchiveState(this.#settings.config.dataDir));
    this.#state = kept?.system === system ? kept : emptyState(system);
    return this.#state;
  }

  async #keep(state: ArchiveState): Promise<void> {
    const { waiting } = await waitingIn(archivedFolder(this.#source.folder));
    state.waiting = { segments: waiting.length, bytes: waiting.reduce((sum, { size }) => sum + size, 0) };
    await keepArchiveState(this.#settings.config.dataDir, state);
  }

  async #openPlace(): Promise<FileStore> {
    this.#place ??= await openPlace(this.#settings.config.backupUrl ?? '');
    await this.#place.check();
    return this.#place;
  }

  async #send(client: pg.Client, state: ArchiveState, round: Round): Promise<void> {
    const { config } = this.#settings;
    const place = await this.#openPlace();
    const sealing: Sealing = { auditSecret: config.auditSecret, recipient: config.backupPublicKey ?? null };
    const base = await readBase(config.dataDir);
    state.base = base?.system === state.system ? base : null;
    const { waiting, unread } = await waitingIn(archivedFolder(this.#source.folder));
    await requireAlone(
      place,
      state,
      { folder: this.#source.folder, waiting, timeline: round.timeline },
      signersOf(config),
    );
    if (!this.#hasTidied) await removeLeftParts(client, place, round);
    this.#hasTidied = true;
    // The history first: if two restores began the same timeline, only one of them can store it and continue.
    await this.#sendHistory(client, place, state, round, sealing);
    // Documents and heads before the rows that refer to them.
    if (state.documents !== null && !config.storageUrl.startsWith('s3:')) {
      state.documents = await this.#documentsTo(place).send(client, state.documents, round);
    }
    const sealed = { sealing, signers: signersOf(config) };
    state.heads = await sendHeads(place, config.dataDir, state.heads, round, sealed);
    for (const path of unread) await rm(path, { force: true });
    for (const file of waiting) {
      await this.#sendFile(client, place, state, file, sealing);
      await keepArchiveState(config.dataDir, state);
      await rm(file.path, { force: true });
    }
    const until = this.#time.reach(round, state.segment === null ? null : requireSegment(state.segment));
    if (until !== null && isBaseUsable(state)) state.until = until;
  }

  #documentsTo(place: FileStore): Documents {
    const { config, files, now, log } = this.#settings;
    const recipient = config.backupPublicKey ?? null;
    this.#documents ??= new Documents({
      dataDir: config.dataDir,
      files,
      place,
      recipient,
      salt: recipient === null ? null : nameSalt(config.auditSecret, recipient),
      now,
      missing: (key, reason) => log.error({ key, reason }, 'a document is not in the archive'),
    });
    return this.#documents;
  }

  async #sendFile(
    client: pg.Client,
    place: FileStore,
    state: ArchiveState,
    { name, path, segment, at }: Waiting,
    sealing: Sealing,
  ): Promise<void> {
    const { system } = state;
    const content = { system, name, at: at.toISOString(), open: () => createReadStream(path) };
    const sealed = { sealing, signers: signersOf(this.#settings.config) };
    if (segment === null) await putOnce(place, historyKey(system, historyOf(name) ?? 0), content, sealed);
    else await putSegment(client, place, segment, content, sealed);
    if (segment !== null) noteSegment(state, segment, at.toISOString());
  }

  /** A restore begins a timeline. PostgreSQL archives its history only if the archive was on at that time. */
  async #sendHistory(
    client: pg.Client,
    place: FileStore,
    state: ArchiveState,
    { timeline, at }: Round,
    sealing: Sealing,
  ): Promise<void> {
    const name = historyName(timeline);
    const path = join(this.#source.folder, 'cluster', 'pg_wal', name);
    if (this.#history === name || !existsSync(path)) return;
    await this.#sendFile(client, place, state, { name, path, segment: null, size: 0, at: new Date(at) }, sealing);
    this.#history = name;
  }
}
