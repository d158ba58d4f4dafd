import { Socket } from 'node:net';

/**
 * A connection to the database that is not waited for without end: a server that was frozen, or a line that was cut,
 * does not say so. What has been silent for `silenceMs` is closed, and whatever waits for it fails as with a database
 * that has gone. Idle connections must be given back before that, and answers must have begun.
 */
export function databaseSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error: NodeJS.ErrnoException = new Error(`the database has been silent for ${silenceMs} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
  });
  return socket;
}
