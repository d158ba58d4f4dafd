import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The fault of the store. */
export type StoreFault =
  | 'none'
  | 'slow'
  | 'reset'
  | 'error'
  /** Sends half of a content. */
  | 'cut'
  /** Sends another content of the same length. */
  | 'changed'
  /** Says that it has stored, and has not. */
  | 'forgets';

const SLOW_MS = 3_000;
const FAILED = 500;

/** A proxy between the product and an S3 server, which causes the fault that the test sets. */
export class S3Proxy {
  fault: StoreFault = 'none';
  private readonly server: Server;

  private constructor(target: number) {
    this.server = createServer((call, answer) => {
      this.pass(target, call, answer).catch(() => answer.destroy());
    });
  }

  static async start(target: string): Promise<S3Proxy> {
    const proxy = new S3Proxy(Number(new URL(target).port));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(target: number, call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { fault } = this;
    const isContent = call.method === 'GET' && !(call.url ?? '').includes('list-type');
    const isWrite = call.method === 'PUT' || call.method === 'POST';
    if (fault === 'slow') await delay(SLOW_MS);
    if (fault === 'reset') {
      call.socket.resetAndDestroy();
      return;
    }
    if (fault === 'error') {
      call.resume();
      await once(call, 'end');
      answer.writeHead(FAILED, { 'content-type': 'application/xml' });
      answer.end('<Error><Code>InternalError</Code><Message>the test says so</Message></Error>');
      return;
    }
    if (fault === 'forgets' && isWrite) {
      call.resume();
      await once(call, 'end');
      answer.writeHead(200, { etag: '"d41d8cd98f00b204e9800998ecf8427e"' });
      answer.end();
      return;
    }
    const onward = request({
      port: target,
      host: '127.0.0.1',
      method: call.method,
      path: call.url,
      headers: call.headers,
    });
    call.pipe(onward);
    const [from] = (await once(onward, 'response')) as [IncomingMessage];
    const content = Buffer.concat(await from.toArray());
    answer.writeHead(from.statusCode ?? FAILED, from.headers);
    if (fault === 'cut' && isContent && content.length > 1) {
      answer.write(content.subarray(0, content.length / 2));
      await delay(100);
      answer.destroy();
      return;
    }
    answer.end(fault === 'changed' && isContent ? Buffer.alloc(content.length, 'x') : content);
  }
}
