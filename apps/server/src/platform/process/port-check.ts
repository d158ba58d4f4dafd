import { createServer } from 'node:net';
import { LOOPBACK_ADDRESS } from '../http/is-loopback.ts';

/** Another program listens on the port. The start prints the message. */
export class PortInUse extends Error {
  /** Whether that program is PIMIS. */
  readonly ours: boolean;

  constructor(ours: boolean, message: string) {
    super(message);
    this.ours = ours;
  }
}

const ASK_MS = 2000;

/** Returns whether it is one of our servers: its health call answers as ours does. */
async function isOurs(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ASK_MS) });
    const body = (await answer.json()) as { status?: { name?: unknown } };
    return typeof body.status?.name === 'string';
  } catch {
    return false;
  }
}

/** Error: PortInUse, with the program that runs there, before anything was started or changed. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const taken = await new Promise<boolean>((done, fail) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(true);
      else fail(error);
    });
    probe.listen(port, host, () => probe.close(() => done(false)));
  });
  if (!taken) return;
  const url = LOOPBACK_ADDRESS(host, port);
  const ours = await isOurs(url);
  const what = ours ? `PIMIS runs already: ${url}` : `Another program listens on ${url}`;
  throw new PortInUse(ours, `${what}. Nothing was started or changed. End it first, or choose another PORT.`);
}
