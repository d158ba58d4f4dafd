import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';

const STYLE = `body{font:16px/1.6 'Source Sans 3',system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b2427;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}a{color:#0b5568}code{background:#faf9f7;padding:0 .2em}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #e5e2db;padding:.3rem .6rem;text-align:left;vertical-align:top}
div.states{width:max-content;max-width:calc(100vw - 3rem);overflow-x:auto;margin:1rem 0;position:relative;left:50%;transform:translateX(-50%)}div.states svg{display:block}.states rect{fill:#fff;stroke:#0b5568}.states text{font-size:13px;text-anchor:middle;fill:#1b2427}.states .lines path{fill:none;stroke:#5a666b}.states .lines circle{fill:#0b5568}.states .lines text.n{font-size:11px;fill:#fff}.states .tip{fill:#5a666b;stroke:none}
nav{border-bottom:1px solid #e5e2db;padding-bottom:.6rem;margin-bottom:1.5rem}
@media(prefers-color-scheme:dark){body{background:#171e21;color:#e9e7e2}a{color:#7cc6d6}code{background:#1c2427}td,th,nav{border-color:#293338}.states rect{fill:#1c2427;stroke:#7cc6d6}.states text{fill:#e9e7e2}.states .lines path{stroke:#9aa7ac}.states .tip{fill:#9aa7ac}}`;

interface HelpPage {
  html: string;
}

function render(markdown: string): HelpPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'ПИМИС';
  const body = marked.parse(markdown, { async: false });
  const html = `<!doctype html><html lang="sr-Cyrl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – ПИМИС</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
  return { html };
}

/** Pages whose names are not those of their screens. */
const ALIASES: Readonly<Record<string, string>> = { reporting: 'izvestaji', reports: 'izvestaji' };

/** Which page explains an address of the product: the longest file name that starts the path, with '-' for '/'. */
export function helpPageFor(path: string, names: readonly string[]): string {
  const wanted = path
    .replace(/^\/+|\/+$/g, '')
    .replaceAll('/', '-')
    .toLowerCase();
  const alias = ALIASES[wanted];
  if (alias !== undefined && names.includes(alias)) return alias;
  const candidates = names.filter((name) => wanted === name || wanted.startsWith(`${name}-`));
  // A form opens on the chapter of forms, whatever the project's code before it.
  if (/-forms-/.test(wanted) && names.includes('forms')) return 'forms';
  return candidates.sort((a, b) => b.length - a.length)[0] ?? 'index';
}

/** Serves docs/help under the help root: /help, and /help/<address of a screen>. */
export function helpPages(app: FastifyInstance, root: string, folder: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  const pages = new Map(names.map((name) => [name, render(readFileSync(join(folder, `${name}.md`), 'utf8'))]));
  for (const url of [root, `${root}/*`]) {
    app.get(url, { config: { policy: 'anonymous' }, schema: { hide: true } }, (request, reply) => {
      const path = (request.params as { '*'?: string })['*'] ?? '';
      const page = pages.get(helpPageFor(path, names));
      return reply.type('text/html; charset=utf-8').send(page?.html ?? '');
    });
  }
}
