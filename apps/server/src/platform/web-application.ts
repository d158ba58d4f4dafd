import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { takesGzip } from './compression.ts';
import type { Context } from './context.ts';
import { envelope } from './envelope.ts';
import { helpAssets, helpPages } from './help-pages.ts';

const HASHED_ASSET_MAX_AGE = '365d';

interface Folders {
  webFolder?: string;
  helpFolder?: string;
}

/** The built files of the web application and of the manual. They are nobody's secret, so they come before the policies are asked for. */
export async function webAssets(
  app: FastifyInstance,
  helpRoot: string,
  { webFolder, helpFolder }: Folders,
): Promise<void> {
  if (helpFolder && helpRoot.startsWith('/')) await helpAssets(app, helpRoot, helpFolder);
  const root = webFolder ? join(webFolder, 'assets') : undefined;
  if (!root || !existsSync(root)) return;
  await app.register(staticFiles, {
    root,
    prefix: '/assets/',
    maxAge: HASHED_ASSET_MAX_AGE,
    immutable: true,
    preCompressed: true,
  });
}

/** Serves the page of the web application, the user manual, and the envelope for unknown API paths. */
export async function webApplication(
  app: FastifyInstance,
  context: Context,
  { webFolder, helpFolder }: Folders,
): Promise<void> {
  if (helpFolder && context.config.helpRoot.startsWith('/')) helpPages(app, context.config.helpRoot, helpFolder);
  const index = webFolder ? join(webFolder, 'index.html') : undefined;
  const page = index && existsSync(index) ? readFileSync(index) : undefined;
  const compressed = page && gzipSync(page);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?')[0] ?? '/';
    if (!page || !wantsPage || path.startsWith('/api') || path.startsWith('/assets/')) {
      return reply.status(404).send(envelope('NotFound'));
    }
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    return compressed && takesGzip(request)
      ? reply.header('content-encoding', 'gzip').send(compressed)
      : reply.send(page);
  });
}
