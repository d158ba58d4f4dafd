import { ownCommand } from '../backup/own-command.ts';
import { keepText } from '../platform/storage/backup-keep.ts';
import type { ArchiveState } from '../platform/storage/archive-state.ts';
import { lastBackup } from '../platform/storage/backup-state.ts';
import type { Context } from '../platform/context.ts';
import { needsBase } from './sending-state.ts';
import type { Round } from './shipper.ts';

/** A failed base is tried again after this time. */
const AGAIN_MS = 10 * 60_000;
/** Backups may be made every few minutes; a base that is a day old is recent enough. */
const OLDEST_MS = 20 * 3_600_000;

type Work = Pick<Context, 'config' | 'db' | 'log' | 'now'>;

/**
 * Makes bases in processes of their own, because compression and encryption would block the server: the first one, each
 * day after the backup, and after a gap. Before the first one a backup is made, so that every document is in the place.
 */
export class BaseMaker {
  readonly #work: Work;
  #running: Promise<void> | undefined;
  #notBefore = 0;
  /** Documents that were there before the first backup. */
  #documents: Pick<Round, 'revision' | 'next'> | undefined;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Starts a base if one is due, after a backup if needed, and keeps the outcome in the state. One runs at a time. */
  look(state: ArchiveState, round: Round): void {
    if (this.#running || performance.now() < this.#notBefore) return;
    this.#running = this.#make(state, round)
      .catch((error: unknown) => {
        state.baseFailure = (error as Error).message;
        this.#notBefore = performance.now() + AGAIN_MS;
        this.#work.log.error({ err: error }, 'no base of the archive was made');
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #make(state: ArchiveState, round: Round): Promise<void> {
    const { config } = this.#work;
    if (state.documents === null && !config.storageUrl.startsWith('s3:')) {
      this.#documents ??= { revision: round.revision, next: round.next };
      // A transaction that still runs could commit a revision with a lower number after the backup has begun.
      if (round.oldest < this.#documents.next) return;
      await this.#backUp(config.backupUrl ?? '');
      state.documents = this.#documents.revision;
    }
    if (!needsBase(state, round.timeline) && !(await this.#isDue(state))) return;
    await this.#run(['archive-base', '--quiet']);
    state.baseFailure = null;
  }

  /** A backup that lacks documents which the store has lost ends with an error, and is complete nevertheless. */
  async #backUp(place: string): Promise<void> {
    const { config, db } = this.#work;
    const before = await lastBackup(db);
    try {
      await this.#run(['backup', place, '--keep', keepText(config.backupKeep), '--quiet']);
    } catch (error) {
      const last = await lastBackup(db);
      if (last === null || last.id === before?.id) throw error;
      this.#work.log.error({ err: error }, 'the backup before the first base lacks documents');
    }
  }

  async #isDue({ base }: ArchiveState): Promise<boolean> {
    const at = Date.parse(base?.at ?? '');
    if (this.#work.now().getTime() - at < OLDEST_MS) return false;
    const backup = await lastBackup(this.#work.db);
    return backup !== null && Date.parse(backup.at) > at;
  }

  async #run(args: readonly string[]): Promise<void> {
    const { isDone, said } = await ownCommand(this.#work.config, args);
    if (!isDone) throw new Error(said);
    this.#work.log.info({ said }, 'for the archive');
  }
}
