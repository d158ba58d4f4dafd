import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const MEBI = 1024 * 1024;
const BALLAST = 'ballast';

/** A file system of its own, that can be filled to the last byte. */
export interface SmallDisk {
  path: string;
  /** Fills it completely, or up to so many free bytes. */
  fill: (leave?: number) => void;
  /** Makes room again. */
  empty: () => void;
  free: () => number;
}

/** Mounts a file system in memory, as root; it goes with the file. Call it at the top of a file. */
export function useSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'pimis-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
  afterAll(() => {
    execFileSync('umount', ['-l', path]);
    rmdirSync(path);
  });
  const ballast = join(path, BALLAST);
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    free,
    fill(leave = 0) {
      const file = openSync(ballast, 'a');
      try {
        for (let left = free() - leave; left > 0; left = free() - leave) {
          writeSync(file, Buffer.alloc(Math.min(MEBI, left)));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
  };
}
