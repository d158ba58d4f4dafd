import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { preloadLinks } from './build/preload-links.ts';
import { icons } from './build/icons.ts';
import { catalogueTexts } from './build/catalogue-texts.ts';

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const source = (name: string) => join(import.meta.dirname, 'src', name);

/** The modules that some scripts import, themselves or by others, before they run. */
function importedBy(scripts: readonly string[], graph: Graph): Set<string> {
  const imported = new Set<string>();
  const visit = (id: string) => {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (imported.has(next)) continue;
      imported.add(next);
      visit(next);
    }
  };
  scripts.forEach(visit);
  return imported;
}

/** Modules by the script that contains them: that of the sign-in, and that of the frame of all screens after it. */
function partsOf(graph: Graph) {
  const frame = importedBy([source('product.tsx')], graph);
  const signIn = importedBy([source('main.tsx')], graph);
  const screens = graph.getModuleInfo(source('features/login/PublicScreen.tsx'))?.dynamicallyImportedIds ?? [];
  // Other screens before the sign-in must not load the frame because of modules that they share with it.
  const shared = [...importedBy(screens, graph)].filter((id) => frame.has(id));
  return { first: new Set([...signIn, ...shared]), frame };
}

let parts: ReturnType<typeof partsOf> | undefined;

/** One script for the sign-in, and two for the frame, in place of one for each module that screens share. */
function scriptOf(id: string, graph: Graph): string | null {
  parts ??= partsOf(graph);
  if (parts.first.has(id)) return 'first';
  if (!parts.frame.has(id)) return null;
  return id.includes('node_modules') ? 'library' : 'frame';
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), icons(), catalogueTexts(), preloadLinks(), precompress()],
  server: { host: 'localhost', proxy: { '/api': 'http://127.0.0.1:3000', '/help': 'http://127.0.0.1:3000' } },
  build: {
    // docs/decisions/0214-browsers.md
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The sign-in names seventy files, and nothing compresses a hash.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: scriptOf, debugName: 'first and frame', includeDependenciesRecursively: false },
            { name: 'dates', test: /node_modules\/(?:@mantine\/dates|dayjs)\//, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
