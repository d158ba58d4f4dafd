import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { envelope } from './envelope.ts';
import type { Tell } from './security-headers.ts';
import { PAGE_TYPE, wantsPage, type WebPage } from './web-page.ts';

/** What Node says of a call that is none, and the status that tells it; everything else cannot be read. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const UNREADABLE = 400;
/** Whoever does not read the answer by then reads none. */
const LONGEST_MS = 1_000;

/** As Node tells it; the types of Fastify know it as JSON. */
interface BrokenCall {
  code?: string;
  /** What has come last: as a rule the whole of the call. */
  rawPacket?: Buffer;
}

/** What browsers are told with every answer, as lines. */
function toldHeaders(tell: Tell): string[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  tell(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
}

/**
 * Answers what is no call of HTTP, and therefore never becomes one for Fastify: a method that nobody knows, an address or
 * headers that are too long, bytes of something else. A browser is given the page, which shows that it leads nowhere.
 */
export function answerBrokenCalls(tell: Tell, page: WebPage | null): FastifyServerOptions['clientErrorHandler'] {
  const told = toldHeaders(tell);
  const answered = new WeakSet<Socket>();
  return (error, socket) => {
    // The rest of what is none is none either.
    if (answered.has(socket)) return;
    answered.add(socket);
    const { code = '', rawPacket } = error as unknown as BrokenCall;
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[code] ?? UNREADABLE;
    const [, method = '', url = ''] = /^([A-Z]+) (\/\S*)/.exec(rawPacket?.toString('latin1') ?? '') ?? [];
    const shown = page && wantsPage(method, url) ? page.plain : null;
    const body = shown ?? Buffer.from(JSON.stringify(envelope('BadRequest')));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...told,
      'cache-control: no-store',
      `content-type: ${shown ? PAGE_TYPE : 'application/json; charset=utf-8'}`,
      `content-length: ${body.length}`,
      'connection: close',
    ];
    socket.setTimeout(LONGEST_MS, () => socket.destroy());
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
    socket.resume();
  };
}
