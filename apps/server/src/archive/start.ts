import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import { BaseMaker } from './base-maker.ts';
import { Shipper, type Source } from './shipper.ts';
import { waitingIn } from './waiting.ts';

const MS_PER_SECOND = 1_000;
/** Between two rounds; a segment that is ended more often is also sent more often. */
const LONGEST_PAUSE_MS = 5 * MS_PER_SECOND;

type Work = Pick<Context, 'config' | 'db' | 'files' | 'log' | 'now'>;

/** Removes what a copy for trials would send. */
async function discard({ folder }: Source): Promise<void> {
  const { waiting, unread } = await waitingIn(archivedFolder(folder));
  for (const path of [...waiting.map((file) => file.path), ...unread]) await rm(path, { force: true });
}

/**
 * Sends the archive round by round until `stop`, which also sends what was committed last. A copy for trials sends
 * nothing.
 */
export async function startArchive(work: Work, source: Source): Promise<{ stop: () => Promise<void> }> {
  const isCopy = (await copiedAt(work.db)) !== null;
  const bases = new BaseMaker(work);
  const shipper = new Shipper(work, source, (state, round) => bases.look(state, round));
  const pause = Math.min(LONGEST_PAUSE_MS, (work.config.archive?.seconds ?? 0) * MS_PER_SECOND);
  const leaving = new AbortController();
  const rounds = async () => {
    while (!leaving.signal.aborted) {
      await (isCopy ? discard(source) : shipper.round());
      // The pause ends with the signal.
      await delay(pause, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
    await shipper.finish();
  };
  const ended = rounds();
  return {
    stop: async () => {
      leaving.abort();
      await ended;
    },
  };
}
