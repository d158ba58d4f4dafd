import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

/** The reaction of a receiver to a delivery. A number is the status of its answer. */
export type ReceiverMode =
  | number
  | 'is silent'
  | 'cuts'
  | 'redirects'
  | 'answers without end'
  | 'drips'
  | 'switches protocols'
  | 'answers for the time being';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  event: { id: string; type: string; subject?: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  url: string;
  /** All deliveries whose body has come, in their order. */
  received: Received[];
  mode: ReceiverMode;
  /** How much of an endless answer was sent. */
  bytes: number;
  stop: () => Promise<void>;
}

const CHUNK = Buffer.alloc(16 * 1024, 'a');

/** A receiver of webhooks on this machine, by https with a certificate. `port` 0: any free one. */
export async function startWebhookReceiver(certificate?: Certificate): Promise<WebhookReceiver> {
  const receiver = { received: [] as Received[], mode: 200, bytes: 0 } as unknown as WebhookReceiver;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      receiver.received.push({ path, headers, text, event: JSON.parse(text) as Received['event'] });
      const { mode } = receiver;
      if (typeof mode === 'number') response.writeHead(mode).end('{}');
      if (mode === 'redirects') response.writeHead(307, { location: `${receiver.url}/drugde` }).end();
      if (mode === 'cuts') response.writeHead(200, { 'content-length': '10' }).write('a', () => response.destroy());
      if (mode === 'switches protocols') {
        response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      }
      if (mode === 'answers for the time being') {
        for (let count = 0; count < 100; count += 1) response.writeProcessing();
      }
      if (mode === 'drips') response.writeHead(200).write('a');
      if (mode === 'answers without end') {
        const more = () => {
          while (!response.destroyed) {
            receiver.bytes += CHUNK.length;
            if (!response.write(CHUNK)) return;
          }
        };
        response.on('drain', more);
        more();
      }
    });
  };
  const server: Server = certificate ? createTlsServer({ ...certificate }, listener) : createServer(listener);
  // A handshake that the client breaks off.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return receiver;
}
