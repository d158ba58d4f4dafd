import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from '../platform/process/refused.ts';
import type { Routine } from './tables.ts';

/** Hashes of the functions and triggers of released versions, which `npm run installation` writes. */
export const RELEASED = join(import.meta.dirname, 'released-routines.json');

/** Versions of PostgreSQL write a trigger with other blanks and brackets. */
const plain = ({ kind, sql }: Routine) => (kind === 'trigger' ? sql.replaceAll(/[\s()]/g, '') : sql);

export const routineHash = (routine: Routine): string =>
  createHash('sha256')
    .update(`${routine.kind} ${routine.name} ${plain(routine)}`)
    .digest('hex');

let released: ReadonlySet<string> | undefined;

/**
 * Anybody may have written a backup, and a function in it would run with the rights of the PostgreSQL account. Error:
 * Refused for a function that no release contained.
 */
export function requireReleased(routine: Routine, version: string): void {
  released ??= new Set(JSON.parse(readFileSync(RELEASED, 'utf8')) as string[]);
  if (released.has(routineHash(routine))) return;
  throw new Refused(
    `The ${routine.kind} ${routine.name} of the backup is of no release that this version knows, so it is not run. Restore the backup by the version that has made it (${version}), then upgrade.`,
  );
}
