import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The first screens after the sign-in (the dashboard, or a project linked in a mail) and their frame. */
const NEXT = [
  '/src/product.tsx',
  '/src/features/dashboard/DashboardPage.tsx',
  '/src/features/projects/ProjectLayout.tsx',
  '/src/features/projects/DetailsTab.tsx',
  '/src/i18n/messages/sr/',
];
/** Fonts of the page's letters and digits: if they came later, text would shift. */
const FONTS = /source-sans-3-(?:cyrillic|latin)-wght-normal.*\.woff2$/;

interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Tells the browser what to load early: fonts at once; scripts and styles of the first signed-in screens when it is
 * idle, while the user types the password.
 */
export function preloadLinks(): Plugin {
  return {
    name: 'pimis-preload-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk: entry }) => {
        const chunks = new Map<string, Chunk>();
        for (const part of Object.values(bundle)) if (part.type === 'chunk') chunks.set(part.fileName, part);
        const found = new Set<string>();
        const visit = (name: string) => {
          const chunk = chunks.get(name);
          if (!chunk || found.has(name)) return;
          found.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          for (const imported of chunk.imports) visit(imported);
        };
        for (const { fileName, facadeModuleId } of chunks.values()) {
          if (NEXT.some((source) => facadeModuleId?.includes(source))) visit(fileName);
        }
        const first = new Set([entry?.fileName ?? '', ...(entry?.imports ?? [])]);
        const later = [...found].filter((file) => !first.has(file));
        const tags: HtmlTagDescriptor[] = [
          {
            // A template loads nothing; the page inserts its links after the first paint.
            tag: 'template',
            injectTo: 'body',
            attrs: { id: 'later' },
            children: later.map((file) => ({
              tag: 'link',
              // Scripts are then compiled, not only loaded.
              attrs: file.endsWith('.css')
                ? { rel: 'prefetch', as: 'style', crossorigin: true, href: `/${file}` }
                : { rel: 'modulepreload', fetchpriority: 'low', href: `/${file}` },
            })),
          },
        ];
        for (const font of Object.keys(bundle).filter((file) => FONTS.test(file))) {
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
          tags.push({ tag: 'link', injectTo: 'head', attrs });
        }
        return tags;
      },
    },
  };
}
