import { withoutSecrets } from './secrets.ts';

/** What nobody expects: neither a call nor a job has an answer for it. */
type Kind = 'uncaughtException' | 'unhandledRejection';

/** Supervisors start again what ends with a code that is not zero. */
export const UNEXPECTED_EXIT = 70;

/**
 * Ends the process when an error reaches it that nobody expects: parts of it may be in a state of which nobody knows. The
 * error is written with its stack; calls and jobs that run have the time of a stop. `leave` stops the process with this exit
 * code, and bounds how long that takes. Further errors meanwhile are only written.
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
