import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './compression.ts';

/** The page of the web application: it shows the screen of every address, and of those that lead nowhere. */
export interface WebPage {
  plain: Buffer;
  compressed: Buffer;
}

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** The page, where the web application has been built. */
export function readWebPage(folder: string | undefined): WebPage | null {
  const file = folder ? join(folder, 'index.html') : undefined;
  if (!file || !existsSync(file)) return null;
  const plain = readFileSync(file);
  return { plain, compressed: gzipSync(plain) };
}

/** Does somebody look at a screen with this? Calls and parts of the page are answered by their own kind. */
export function wantsPage(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !path.startsWith('/api') && !path.startsWith('/assets/');
}

/** The page as the answer, with the status that it has. */
export function asPage(request: FastifyRequest, reply: FastifyReply, page: WebPage): Buffer {
  reply.type(PAGE_TYPE).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (!takesGzip(request)) return page.plain;
  reply.header('content-encoding', 'gzip');
  return page.compressed;
}
