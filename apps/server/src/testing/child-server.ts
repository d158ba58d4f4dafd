import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 20;

/** A port of this machine on which nobody listens. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/**
 * Starts a server of another program and waits until it listens on the port. Returns how to stop it, which also removes
 * its folder. Error: its error output, when it ends before.
 */
export async function startChildServer(
  command: string,
  args: readonly string[],
  { port, folder }: { port: number; folder: string },
): Promise<() => Promise<void>> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const exit = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${command} has ended: ${said}`);
    await delay(PAUSE_MS);
  }
  return async () => {
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
}
