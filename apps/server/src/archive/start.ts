import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import { BaseMaker } from './base-maker.ts';
import { Shipper, type Source } from './shipper.ts';

const ROUND_MS = 5_000;

type Work = Pick<Context, 'config' | 'db' | 'files' | 'log' | 'now'>;

/** Sends the archive round by round until `stop`, which waits for the round under way. A copy for trials sends nothing. */
export async function startArchive(work: Work, source: Source): Promise<{ stop: () => Promise<void> }> {
  if ((await copiedAt(work.db)) !== null) return { stop: async () => undefined };
  const bases = new BaseMaker(work);
  const shipper = new Shipper(work, source, (state, round) => bases.look(state, round));
  const leaving = new AbortController();
  const rounds = async () => {
    while (!leaving.signal.aborted) {
      await shipper.round();
      // The pause ends with the signal.
      await delay(ROUND_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
    await shipper.close();
  };
  const ended = rounds();
  return {
    stop: async () => {
      leaving.abort();
      await ended;
    },
  };
}
