import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from './processes.ts';
import { Refused } from './refused.ts';

/*
 * A restore writes files, secrets and rows. Its data folder has a mark until the last of them is there: a start would
 * otherwise take an incomplete one for a new installation.
 */

const MARK = 'restore-unfinished';

/** The mark of a restore. */
export interface RestoreMark {
  /** Its process, and when that began; the system gives the number of one that has ended to another. */
  pid: number;
  begun: number | null;
  /** Whether it makes the embedded database. */
  embedded: boolean;
  /** STORAGE_URL. */
  store: string;
}

const pathOf = (dataDir: string) => join(dataDir, MARK);

/** The mark of a data folder; null: no restore is unfinished there. */
export function restoreMark(dataDir: string): RestoreMark | null {
  if (!existsSync(pathOf(dataDir))) return null;
  try {
    return JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as RestoreMark;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // It was cut off while it wrote the mark, and has written nothing else.
    return { pid: 0, begun: null, embedded: false, store: '' };
  }
}

/** Marks a data folder as that of a restore by this process. */
export function markRestore(dataDir: string, about: Pick<RestoreMark, 'embedded' | 'store'>): void {
  const mark: RestoreMark = { pid: process.pid, begun: startOf(process.pid) ?? null, ...about };
  writeFileSync(pathOf(dataDir), JSON.stringify(mark), { mode: 0o600, flush: true });
}

export function unmarkRestore(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}

/** Error: Refused while the process of a mark runs. */
export function refuseRunning(dataDir: string, { pid, begun }: RestoreMark): void {
  if (pid === process.pid || !isAlive(pid) || (startOf(pid) ?? null) !== begun) return;
  throw new Refused(`A restore into DATA_DIR ${dataDir} is running, the process ${pid}: wait until it has ended.`);
}

/** Error: Refused for a data folder that a restore has not finished. */
export function refuseUnfinished(dataDir: string): void {
  const mark = restoreMark(dataDir);
  if (mark === null) return;
  refuseRunning(dataDir, mark);
  throw new Refused(
    `A restore into DATA_DIR ${dataDir} was interrupted, and its data are not complete: run pimis restore again, which replaces them.`,
  );
}
