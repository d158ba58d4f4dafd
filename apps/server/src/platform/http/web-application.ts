import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { envelope } from './envelope.ts';
import { helpAssets, helpPages } from './help-pages.ts';
import { indexPageFor, isNavigation, type IndexPage } from './index-page.ts';

const HASHED_ASSET_MAX_AGE = '365d';

interface Folders {
  webFolder?: string;
  helpFolder?: string;
}

/**
 * The built files of the web application and the manual. They are public, so they are served before policies are
 * checked.
 */
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

/** Serves the page of the web application, the manual, and the envelope for unknown API paths. */
export async function webApplication(
  app: FastifyInstance,
  context: Context,
  { helpFolder, page }: Pick<Folders, 'helpFolder'> & { page: IndexPage | null },
): Promise<void> {
  if (helpFolder && context.config.helpRoot.startsWith('/')) helpPages(app, context.config.helpRoot, helpFolder);
  app.setNotFoundHandler((request, reply) =>
    page && isNavigation(request.method, request.url)
      ? reply.send(indexPageFor(request, reply, page))
      : reply.status(404).send(envelope('NotFound')),
  );
}
