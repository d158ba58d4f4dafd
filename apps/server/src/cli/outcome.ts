import { CATALOGUE } from '@pimis/contract/errors';
import { ApiError } from '../platform/errors.ts';
import { Refused } from '../platform/refused.ts';

/** Exit codes of `pimis`. */
export const EXIT = {
  done: 0,
  /** The command refuses, or has found something wrong. */
  refused: 1,
  /** Unknown subcommand or option, missing or extra argument. */
  misused: 2,
  /** Something failed that the command needs, such as the database. */
  failed: 3,
} as const;

/** The command was called with wrong arguments; the message says what is wrong and how it is called. */
export class Misused extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Misused) return EXIT.misused;
  return error instanceof Refused || error instanceof ApiError ? EXIT.refused : EXIT.failed;
}

/** Returns one sentence for an error. Several failed attempts to connect form one error without a message. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return [CATALOGUE[error.status].en, ...fields].join(' ');
  }
  if (error instanceof AggregateError && error.message === '') return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
