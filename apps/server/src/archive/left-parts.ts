import type pg from 'pg';
import type { FileStore } from '../platform/storage/file-store.ts';
import { ALWAYS, BASE_LOCK, removeUnfinishedBases } from './make-base.ts';
import { SEGMENT_LOCK } from './alone.ts';
import { headsFolder, timelineFolder } from './segments.ts';

/**
 * Removes what killed processes of this machine have left in a place: bases without a manifest, and parts of objects.
 * The caller has the lock of the process that sends the archive. While another process makes a base, bases stay as they
 * are.
 */
export async function removeLeftParts(
  client: pg.Client,
  place: FileStore,
  { system, timeline }: { system: string; timeline: number },
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SEGMENT_LOCK]);
  try {
    await place.removePartial(ALWAYS, timelineFolder(system, timeline));
    await place.removePartial(ALWAYS, headsFolder(system));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SEGMENT_LOCK]);
  }
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [BASE_LOCK]);
  if (rows[0]?.locked !== true) return;
  try {
    await removeUnfinishedBases(place, system);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [BASE_LOCK]);
  }
}
