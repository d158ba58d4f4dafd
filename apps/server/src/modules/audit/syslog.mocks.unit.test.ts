import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendSyslog } from './syslog.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('an attempt ends after 30 seconds, also if the receiver is never silent for long', async () => {
  const sockets: Socket[] = [];
  const receiver = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const failed = vi.fn<(error: unknown) => void>();
  const sent = sendSyslog(`tls://127.0.0.1:${port}`, [], { timeoutMs: 3_600_000, quietMs: 0 }).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sent;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'the log store took too long' }));
  for (const socket of sockets) socket.destroy();
  receiver.close();
});
