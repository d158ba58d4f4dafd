import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes calls on to a server, refuses writes as a full disk does, or holds them until it passes again. */
export interface Gate {
  endpoint: string;
  mode: 'passes' | 'is full' | 'holds';
  /** The addresses of writes that are held or refused. */
  at: RegExp;
  /** The number of calls that are held now. */
  held: () => number;
  /** Lets everything pass, first what is held. */
  open: () => void;
  /** Drops the held calls, whose callers are gone, and lets everything else pass. */
  drop: () => void;
  stop: () => Promise<void>;
}

/** Starts a gate before an HTTP server. */
export async function startGate(target: string): Promise<Gate> {
  const waiting: { go: () => void; drop: () => void }[] = [];
  const pass = (call: IncomingMessage, answer: ServerResponse) => {
    const { method, headers, url } = call;
    const passed = request(`${target}${url ?? ''}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    call.on('error', () => passed.destroy());
    call.pipe(passed);
  };
  const server = createServer((call, answer) => {
    const writes = call.method !== 'GET' && call.method !== 'HEAD';
    if (!writes || gate.mode === 'passes' || !gate.at.test(call.url ?? '')) pass(call, answer);
    else if (gate.mode === 'holds') waiting.push({ go: () => pass(call, answer), drop: () => call.destroy() });
    else {
      call.resume();
      answer.writeHead(507, { 'content-type': 'application/xml' });
      answer.end('<Error><Code>InsufficientStorage</Code><Message>The disk is full</Message></Error>');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const gate: Gate = {
    endpoint: `http://127.0.0.1:${port}`,
    mode: 'passes',
    at: /(?:)/,
    held: () => waiting.length,
    open: () => {
      gate.mode = 'passes';
      for (const { go } of waiting.splice(0)) go();
    },
    drop: () => {
      gate.mode = 'passes';
      for (const { drop } of waiting.splice(0)) drop();
    },
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
  return gate;
}
