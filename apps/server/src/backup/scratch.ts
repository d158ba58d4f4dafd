import { close, createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';

const OWN = /^pimis-(?:backup|restore)-[A-Za-z0-9]{6}$/;
const DAY_MS = 86_400_000;

/** A temporary file: millions of lines do not fit into memory. */
export interface ScratchFile {
  write: () => Writable;
  /** Reads everything from the start. */
  read: () => AsyncIterable<Buffer>;
  close: () => Promise<void>;
}

const closed = promisify(close);

/** Makes a file without a name: whatever ends the process, the system takes its room back. */
export function scratchFile(): ScratchFile {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-backup-'));
  try {
    const fd = openSync(join(folder, 'lines'), 'wx+', 0o600);
    return {
      write: () => createWriteStream('', { fd, autoClose: false }),
      read: () => createReadStream('', { fd, start: 0, autoClose: false }) as AsyncIterable<Buffer>,
      close: () => closed(fd),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes the folders of this account that killed commands of former versions have left. */
export async function removeStaleScratch(now: Date, folder = tmpdir()): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => OWN.test(one))) {
    const path = join(folder, name);
    try {
      const { uid, mtime } = await stat(path);
      if (uid !== process.getuid?.() || now.getTime() - mtime.getTime() < DAY_MS) continue;
      await rm(path, { recursive: true });
    } catch (error) {
      // Another command has removed it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
