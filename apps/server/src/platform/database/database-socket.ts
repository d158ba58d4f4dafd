import { Socket } from 'node:net';

/**
 * A database connection with a time limit on silence: a frozen server or a cut line sends no error. The socket closes
 * after `silenceMs` without data, and pending queries fail as when the database stops. Idle connections must be
 * returned before that, and answers must have begun.
 */
export function databaseSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error: NodeJS.ErrnoException = new Error(`the database has been silent for ${silenceMs} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
  });
  return socket;
}
