import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { envelope } from './envelope.ts';
import { helpPages } from './help-pages.ts';

const HASHED_ASSET_MAX_AGE = '365d';

/** Serves the built web application, the user manual, and the envelope for unknown API paths. */
export async function webApplication(
  app: FastifyInstance,
  context: Context,
  { webFolder, helpFolder }: { webFolder?: string; helpFolder?: string },
): Promise<void> {
  if (helpFolder && context.config.helpRoot.startsWith('/')) helpPages(app, context.config.helpRoot, helpFolder);
  const index = webFolder ? join(webFolder, 'index.html') : undefined;
  const page = index && existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  if (webFolder && page) {
    await app.register(async (assets) => {
      assets.addHook('onRoute', (route) => {
        route.config = { ...route.config, policy: 'anonymous' };
      });
      await assets.register(staticFiles, {
        root: join(webFolder, 'assets'),
        prefix: '/assets/',
        maxAge: HASHED_ASSET_MAX_AGE,
        immutable: true,
      });
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?')[0] ?? '/';
    if (!page || !wantsPage || path.startsWith('/api') || path.startsWith('/assets/')) {
      return reply.status(404).send(envelope('NotFound'));
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
