import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** A connection on which calls are written byte by byte. */
export class RawConnection {
  readonly socket: Socket;
  /** Received bytes that no caller has read. */
  #come = Buffer.alloc(0);
  closed = false;
  /** The error that closed it, if any. */
  error: string | null = null;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false });
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => {
      this.#come = Buffer.concat([this.#come, chunk]);
      this.socket.emit('come');
    });
    this.socket.on('error', (error: NodeJS.ErrnoException) => {
      this.error = error.code ?? error.message;
    });
    this.socket.on('close', () => {
      this.closed = true;
      this.socket.emit('come');
    });
  }

  /** Writes and waits until the system has taken the bytes. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.closed) return;
    await new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** The head of a request with the given headers. */
  async begin(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): Promise<void> {
    const lines = Object.entries({ host: 'pimis', ...headers }).map(([name, value]) => `${name}: ${value}`);
    await this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`);
  }

  /** The next answer; null if the connection ends first or none arrives in time. */
  async answer(withinMs: number): Promise<RawAnswer | null> {
    const late = AbortSignal.timeout(withinMs);
    for (;;) {
      const answer = this.#take();
      if (answer || this.closed) return answer;
      try {
        await once(this.socket, 'come', { signal: late });
      } catch {
        return null;
      }
    }
  }

  /** Waits for its end; false if it does not end in time. */
  async end(withinMs: number): Promise<boolean> {
    if (this.closed) return true;
    return once(this.socket, 'close', { signal: AbortSignal.timeout(withinMs) }).then(
      () => true,
      () => false,
    );
  }

  #take(): RawAnswer | null {
    const text = this.#come.toString('latin1');
    const headEnd = text.indexOf(HEAD_END);
    if (headEnd < 0) return null;
    const head = text.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? '0');
    const from = headEnd + HEAD_END.length;
    if (this.#come.length < from + length) return null;
    const body = this.#come.subarray(from, from + length).toString();
    this.#come = this.#come.subarray(from + length);
    return { status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), head, body };
  }
}
