import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';

export interface SyslogReceiver {
  url: string;
  /** All messages of finished frames, in the order in which they came. */
  messages: string[];
  connections: number;
  /** The treatment of a connection: with a number the receiver closes after so many frames and ignores the rest. */
  mode: 'takes' | 'is silent' | number;
  stop: () => Promise<void>;
}

/** A receiver of syslog over TLS that reads frames by octet counting (RFC 5425). Port 0: any free one. */
export async function startReceiver(certificate: Certificate, port = 0): Promise<SyslogReceiver> {
  const receiver = { messages: [] as string[], connections: 0, mode: 'takes' } as SyslogReceiver;
  const open = new Set<TLSSocket>();
  /** The sockets of TCP below them, also of those that were never trusted. */
  const below = new Set<Socket>();
  // Half open: only this code answers the end of a connection.
  const server = createServer({ ...certificate, allowHalfOpen: true }, (socket) => {
    open.add(socket);
    receiver.connections += 1;
    let left = Buffer.alloc(0);
    let taken = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('end', () => receiver.mode !== 'is silent' && socket.end());
    socket.on('data', (chunk: Buffer) => {
      if (receiver.mode === 'is silent') return;
      left = Buffer.concat([left, chunk]);
      for (let frame = frameIn(left); frame; frame = frameIn(left)) {
        if (taken === receiver.mode) return void socket.destroy();
        receiver.messages.push(frame.message);
        taken += 1;
        left = left.subarray(frame.bytes);
      }
    });
  });
  server.on('connection', (socket: Socket) => {
    below.add(socket);
    socket.on('close', () => below.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `tls://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.stop = async () => {
    for (const socket of [...open, ...below]) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return receiver;
}

function frameIn(bytes: Buffer): { message: string; bytes: number } | null {
  const space = bytes.indexOf(' ');
  if (space < 0) return null;
  const count = bytes.subarray(0, space).toString('latin1');
  if (!/^[1-9]\d*$/.test(count)) throw new Error(`no frame: ${count}`);
  const end = space + 1 + Number(count);
  return bytes.length < end ? null : { message: bytes.subarray(space + 1, end).toString('utf8'), bytes: end };
}
