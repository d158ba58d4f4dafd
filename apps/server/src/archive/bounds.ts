import { rm } from 'node:fs/promises';
import { type ArchiveState } from '../platform/storage/archive-state.ts';
import { roomAt } from '../platform/storage/room-at.ts';
import { noteGap } from './sending-state.ts';
import { type Waiting, waitingIn } from './waiting.ts';
import { counted } from '../platform/process/counted.ts';

const MOST_BYTES = 2 * 1024 ** 3;
const LEAST_SHARE = 0.1;

export interface Bounds {
  mostBytes?: number;
  /** The share of the disk that stays free, 0 to 1. */
  leastShare?: number;
  /** The room of the disk of a folder. */
  room?: typeof roomAt;
}

/** The oldest files to give up so that the others stay within the bounds. */
function surplus(
  waiting: readonly Waiting[],
  { free, share }: { free: number; share: number },
  { mostBytes, leastShare }: { mostBytes: number; leastShare: number },
): Waiting[] {
  const total = share === 0 ? 0 : free / share;
  const missing = Math.max(0, leastShare * total - free);
  let excess = Math.max(waiting.reduce((sum, { size }) => sum + size, 0) - mostBytes, missing);
  const going: Waiting[] = [];
  for (const file of waiting) {
    if (excess <= 0) break;
    going.push(file);
    excess -= file.size;
  }
  return going;
}

/**
 * Gives up the oldest segments where too many wait, or the disk is nearly full: the database must not stop because the
 * place is away. The gap is recorded; a new base closes it. Histories of timelines stay: they are small. Returns how
 * many segments went.
 */
export async function keepWithinBounds(
  folder: string,
  state: ArchiveState,
  at: string,
  { mostBytes = MOST_BYTES, leastShare = LEAST_SHARE, room = roomAt }: Bounds,
  /** Keeps the state, with the gap in it. */
  keep: () => Promise<void>,
): Promise<number> {
  const { waiting } = await waitingIn(folder);
  const segments = waiting.filter(({ segment }) => segment !== null);
  if (segments.length === 0) return 0;
  const going = surplus(segments, await room(folder), { mostBytes, leastShare });
  const [first, last] = [going[0]?.segment, going.at(-1)?.segment];
  if (!first || !last) return 0;
  const reason = `${counted(going.length, 'segment was', 'segments were')} given up: too many waited, or the disk was nearly full`;
  noteGap(state, { first, last }, at, reason);
  await keep();
  for (const { path } of going) await rm(path, { force: true });
  return going.length;
}
