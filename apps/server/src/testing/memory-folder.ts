import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** Several times the space that the databases of two workers and their log need. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** A folder in memory if there is room: on a disk half of the time of a template copy is the file system's. */
export function placeOfDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) > ROOM_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}
