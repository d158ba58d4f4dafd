import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './compression.ts';

/** The page of the web application (index.html). It shows the screen of a URL, or that the page does not exist. */
export interface IndexPage {
  plain: Buffer;
  compressed: Buffer;
}

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** The page, if the web application has been built. */
export function readIndexPage(folder: string | undefined): IndexPage | null {
  const file = folder ? join(folder, 'index.html') : undefined;
  if (!file || !existsSync(file)) return null;
  const plain = readFileSync(file);
  return { plain, compressed: gzipSync(plain) };
}

/** Returns whether a request is for a screen, not for the API or an asset. */
export function isNavigation(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !path.startsWith('/api') && !path.startsWith('/assets/');
}

/** Sets the headers of the page and returns its bytes, compressed if the client accepts that. */
export function indexPageFor(request: FastifyRequest, reply: FastifyReply, page: IndexPage): Buffer {
  reply.type(PAGE_TYPE).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (!takesGzip(request)) return page.plain;
  reply.header('content-encoding', 'gzip');
  return page.compressed;
}
