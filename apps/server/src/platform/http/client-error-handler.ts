import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { envelope } from './envelope.ts';
import type { WriteHeaders } from './security-headers.ts';
import { PAGE_TYPE, isNavigation, type IndexPage } from './index-page.ts';

/** Statuses of errors of Node's HTTP parser; every other error is 400. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const UNREADABLE = 400;
/** The socket is destroyed after this time, even if the client has not read the answer. */
const LONGEST_MS = 1_000;

/** The fields that Node sets; Fastify's types declare them as JSON. */
interface ParserError {
  code?: string;
  /** The last chunk that arrived: usually the whole request. */
  rawPacket?: Buffer;
}

/** The security headers of every answer, as header lines. */
function securityHeaderLines(writeHeaders: WriteHeaders): string[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  writeHeaders(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
}

/**
 * Answers requests that Node cannot parse and that never reach Fastify: an unknown method, a too long address or
 * header, bytes that are not HTTP. The API answers with the envelope, a browser gets the page for an unknown screen.
 */
export function clientErrorHandler(
  writeHeaders: WriteHeaders,
  page: IndexPage | null,
): FastifyServerOptions['clientErrorHandler'] {
  const securityHeaders = securityHeaderLines(writeHeaders);
  const answered = new WeakSet<Socket>();
  return (error, socket) => {
    // The rest of the same connection cannot be parsed either.
    if (answered.has(socket)) return;
    answered.add(socket);
    const { code = '', rawPacket } = error as unknown as ParserError;
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[code] ?? UNREADABLE;
    const [, method = '', url = ''] = /^([A-Z]+) (\/\S*)/.exec(rawPacket?.toString('latin1') ?? '') ?? [];
    const shown = page && isNavigation(method, url) ? page.plain : null;
    const body = shown ?? Buffer.from(JSON.stringify(envelope('BadRequest')));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...securityHeaders,
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
