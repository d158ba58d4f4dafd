import type { FastifyBaseLogger } from 'fastify';

const nothing = () => undefined;

/** A log for code that runs outside a server. */
export const noopLogger: FastifyBaseLogger = {
  level: 'silent',
  silent: nothing,
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  child: () => noopLogger,
};
