import { CATALOGUE } from '@pimis/contract/errors';
import { ApiError } from '../platform/errors.ts';
import { messageOf } from '../platform/process/part-failed.ts';
import { PortInUse } from '../platform/process/port-check.ts';
import { Refused } from '../platform/process/refused.ts';

/** Exit codes of `pimis`. */
export const EXIT = {
  done: 0,
  /** The command refuses, or has found something wrong. */
  refused: 1,
  /** Unknown subcommand or option, missing or extra argument. */
  misused: 2,
  /** A setting is wrong, or something failed that the command needs, such as the database. */
  failed: 3,
} as const;

/** The command was called with wrong arguments; the message describes the error and the usage. */
export class Misused extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Misused) return EXIT.misused;
  const isRefusal = error instanceof Refused || error instanceof ApiError || error instanceof PortInUse;
  return isRefusal ? EXIT.refused : EXIT.failed;
}

/** Returns one sentence for an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return [CATALOGUE[error.status].en, ...fields].join(' ');
  }
  return messageOf(error);
}
