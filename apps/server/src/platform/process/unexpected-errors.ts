import { withoutSecrets } from './secrets.ts';

/** Unexpected errors, which neither a call nor a job handles. */
type Kind = 'uncaughtException' | 'unhandledRejection';

/** Supervisors restart processes that end with a non-zero code. */
export const UNEXPECTED_EXIT = 70;

/**
 * Ends the process after an unexpected error, because parts of it may be in an unknown state. The error is logged with
 * its stack; running calls and jobs get the same time as at a normal stop. `leave` stops the process with this exit
 * code within a limited time. Further errors meanwhile are only logged.
 */
export function endOnUnexpected(leave: (exitCode: number) => void): void {
  const end = (kind: Kind) => (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const text = withoutSecrets(stack, process.env);
    const line = { level: 60, time: Date.now(), kind, err: { stack: text }, msg: 'unexpected error: the process ends' };
    process.stderr.write(`${JSON.stringify(line)}\n`);
    leave(UNEXPECTED_EXIT);
  };
  process.on('uncaughtException', end('uncaughtException'));
  process.on('unhandledRejection', end('unhandledRejection'));
}
