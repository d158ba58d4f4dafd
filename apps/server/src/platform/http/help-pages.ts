import staticFiles from '@fastify/static';
import { manualPageFor } from '@pimis/domain/manual/pages';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { FROM_MEMORY } from './http.ts';

/** Allows only its own scripts and styles. The product shows the manual in a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Folders of the manual by language and script. */
const FOLDERS: Readonly<Record<string, string>> = { 'sr-Cyrl': 'sr', 'sr-Latn': 'latin', en: 'en' };

/** The page about a screen, below the root of the help. */
export function manualAddress(path: string, language: unknown): string {
  const folder = (typeof language === 'string' ? FOLDERS[language] : undefined) ?? 'sr';
  const page = manualPageFor(path);
  return `/${folder}/${page === 'index' ? '' : `${page}/`}`;
}

/** The built manual. Its files are public, so they are served before policies are checked. */
export async function helpAssets(app: FastifyInstance, root: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(async (help) => {
    help.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    await help.register(staticFiles, { root: folder, prefix: `${root}/`, wildcard: false, decorateReply: false });
  });
}

/** An address below the root of the help leads to the page about that screen. */
export function helpPages(app: FastifyInstance, root: string, folder: string): void {
  if (!existsSync(folder)) return;
  for (const url of [root, `${root}/*`]) {
    app.get(url, { config: { policy: 'anonymous', limit: FROM_MEMORY }, schema: { hide: true } }, (request, reply) => {
      const path = (request.params as { '*'?: string })['*'] ?? '';
      const { lang } = request.query as { lang?: unknown };
      return reply.header('cache-control', 'no-store').redirect(`${root}${manualAddress(path, lang)}`);
    });
  }
}
