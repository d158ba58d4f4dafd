import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Refused } from '../platform/process/refused.ts';

/** Writes a new file; a full disk leaves nothing of it. Errors: Refused if there is one; those of the disk. */
export function writeNewFile(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Refused(`There is a file ${path} already.`, { cause: error });
    }
    rmSync(path, { force: true });
    throw error;
  }
}

/** Writes a file in place of a former one, which stays as it is if the disk is full. Errors: those of the disk. */
export function replaceFile(path: string, text: string): void {
  const former = statSync(path, { throwIfNoEntry: false });
  // A device such as /dev/stdout has no former text.
  if (former && !former.isFile()) return writeFileSync(path, text);
  const target = former ? realpathSync(path) : path;
  const partial = `${target}.${process.pid}.part`;
  try {
    writeFileSync(partial, text, { mode: former?.mode ?? 0o666, flush: true });
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
