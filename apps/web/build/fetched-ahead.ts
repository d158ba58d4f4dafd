import type { HtmlTagDescriptor, Plugin } from 'vite';

/** What the product shows first behind the sign-in, the desk or the project that a mail led to, and its frame. */
const NEXT = [
  '/src/product.tsx',
  '/src/features/dashboard/DashboardPage.tsx',
  '/src/features/projects/ProjectLayout.tsx',
  '/src/features/projects/DetailsTab.tsx',
  '/src/i18n/messages/sr/',
];
/** The letters in which the page is written, and its figures: what comes later would move what is read already. */
const FONTS = /source-sans-3-(?:cyrillic|latin)-wght-normal.*\.woff2$/;

interface Chunk {
  type: 'chunk';
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Tells the browser what will be wanted: the fonts at once; the scripts and styles of the first screens behind the
 * sign-in when it has nothing else to do, while somebody types a password.
 */
export function fetchedAhead(): Plugin {
  return {
    name: 'pimis-fetched-ahead',
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
            // A template asks for nothing: the page takes its links out once it has been painted.
            tag: 'template',
            injectTo: 'body',
            attrs: { id: 'later' },
            children: later.map((file) => ({
              tag: 'link',
              // Scripts are read and compiled by then, not only fetched.
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
