import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { historyOf, type Segment, segmentOf } from './segments.ts';

/** A file that PostgreSQL has put into the folder of the archive. */
export interface Waiting {
  name: string;
  path: string;
  /** null: the history of a timeline. */
  segment: Segment | null;
  size: number;
  /** When it was put there. */
  at: Date;
}

/** Ends of backups, and the unfinished last segment of a former timeline: no restore reads them. */
const UNREAD = /\.(?:backup|partial)$/;

/** Files that wait, in the order in which they are sent, and the paths of those that nobody needs. */
export async function waitingIn(folder: string): Promise<{ waiting: Waiting[]; unread: string[] }> {
  const waiting: Waiting[] = [];
  const unread: string[] = [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    // PostgreSQL has not been started with the archive yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // The order of names is that of timelines and segments; the history of a timeline comes after its segments.
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    const segment = segmentOf(name);
    if (UNREAD.test(name)) unread.push(path);
    if (segment === null && historyOf(name) === null) continue;
    const { size, mtime } = await stat(path);
    waiting.push({ name, path, segment, size, at: mtime });
  }
  return { waiting, unread };
}
