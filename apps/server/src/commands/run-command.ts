import { parseArgs } from 'node:util';
import { CATALOGUE } from '@pimis/contract/errors';
import { ApiError } from '../platform/errors.ts';
import { Refused } from '../platform/refused.ts';

/** Exit codes of the commands; 0 is done. */
const REFUSED = 1;
const MISUSED = 2;
const FAILED = 3;

/** The command was called with missing or wrong arguments; the message shows the usage. */
class Misused extends Error {}

function codeOf(error: unknown): number {
  if (error instanceof Misused) return MISUSED;
  return error instanceof Refused || error instanceof ApiError ? REFUSED : FAILED;
}

/** Returns one sentence for an error. Several failed attempts to connect form one error without a message. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return [CATALOGUE[error.status].en, ...fields].join(' ');
  }
  if (error instanceof AggregateError && error.message === '') return error.errors.map(sentenceOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

interface Words {
  1: [string];
  3: [string, string, string];
}

/** Returns the arguments, exactly this many. Errors: Misused, with the usage. */
export function readWords<Count extends keyof Words>(count: Count, usage: string): Words[Count] {
  let words: string[] = [];
  try {
    words = parseArgs({ allowPositionals: true }).positionals.map((word) => word.trim());
  } catch (error) {
    throw new Misused(usage, { cause: error });
  }
  if (words.length !== count || words.includes('')) throw new Misused(usage);
  return words as Words[Count];
}

/** Runs a command of the operator. A failure prints a sentence and sets an exit code, never a stack trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = codeOf(error);
  }
}
