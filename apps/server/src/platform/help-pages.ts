import staticFiles from '@fastify/static';
import { manualPageFor } from '@pimis/domain/manual/pages';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { FROM_MEMORY } from './http.ts';

/** Pages and scripts of its own, nothing else; the product shows it beside the work. */
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

/** Folders of the manual by the language and script that are asked for. */
const FOLDERS: Readonly<Record<string, string>> = { 'sr-Cyrl': 'sr', 'sr-Latn': 'latin', en: 'en' };

/** Where the page about a screen stands, below the help root. */
export function manualAddress(path: string, language: unknown): string {
  const folder = (typeof language === 'string' ? FOLDERS[language] : undefined) ?? 'sr';
  const page = manualPageFor(path);
  return `/${folder}/${page === 'index' ? '' : `${page}/`}`;
}

/** The built manual. Its files are nobody's secret, so they come before the policies are asked for. */
export async function helpAssets(app: FastifyInstance, root: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(async (help) => {
    help.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    await help.register(staticFiles, { root: folder, prefix: `${root}/`, wildcard: false, decorateReply: false });
  });
}

/** The help root with the address of a screen behind it leads to the page about it. */
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
