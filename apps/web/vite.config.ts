import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { preloadLinks } from './build/preload-links.ts';
import { icons } from './build/icons.ts';
import { catalogueTexts } from './build/catalogue-texts.ts';

/** Modules of the screens before the sign-in. */
const FIRST = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|i18next)/',
    'web/src/(browser/|sign-out|api/(alone|client|session|unreadable-file))',
    'web/src/features/login/(PublicScreen|LoginPage|LoginForm|Frame|fields|login|safe-redirect|use-public-data|security/passkey-support)\\.',
    'web/src/i18n/(?!messages|activity-text|frame-answers)',
    'web/src/i18n/messages/sr/(common|login|shell)\\.ts',
    'web/src/ui/(color-scheme|copy-text|failure-text|forced-colors|Logo|notice-period|global|tokens)\\.',
    'packages/contract/src/errors/(database|documents|general|operations|organizations|registries|users)\\.',
    'packages/domain/src/(constants|text/(addresses|bilingual-text|blank|email|login|one-line|sentence-case|state-names|transliterate|unseen|wording|words)|access/passkey-address|dates|money)',
  ].join('|'),
);

/** Libraries of the frame; those of single screens come with these. */
const LIBRARY =
  /virtual:tabler|web\/src\/ui\/path-icon|node_modules\/(?!@tanstack\/react-virtual|@tanstack\/virtual-core|@tiptap|prosemirror|@mantine\/dates|@fontsource|marked|linkifyjs|dayjs|orderedmap|rope-sequence|w3c-keyname|d3-|internmap)/;

/** What the frame and the ways to all screens are made of: their many small files would be asked for one by one. */
const FRAME = new RegExp(
  [
    'web/src/(shell|api|routes)/',
    // The button is of screens that show something once, before the sign-in too; two dialogs take files.
    'web/src/ui/(?!copy-button|CopyButton|FileDrop)',
    'web/src/(router|screens|i18n/(activity-text|frame-answers))\\.',
    'packages/contract/src/errors/projects\\.',
    'web/src/features/daily/(Bell|NotificationList|Operations)\\.',
    'web/src/features/registries/(ImportWatch|imports)\\.',
    'web/src/features/(editing/kept-input|projects/(options/option-list|table-query|form-name|use-base)|reports/choice)\\.',
    'web/src/(forms|features/.*)/api\\.ts',
    'packages/domain/src/access/(claims|policies|screens)\\.',
    'packages/domain/src/workflow/(statuses|phases|lists|list-limits|quarters|activity-texts)\\.',
    'packages/domain/src/(notifications/(kinds|event-text)|projects/(table-columns|filter-parts|project-(code|name)))\\.',
    'packages/domain/src/text/(bilingual-text|plurals|text-of|sentence-case|search)\\.',
    'packages/domain/src/registries/(columns|bodies|money|catalogue)\\.',
    'packages/domain/src/forms/(form-name|titles|amount-or-remark|paths|kinds|display|rules-text|messages)\\.',
  ].join('|'),
);

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
            {
              // One script for all that the sign-in needs, in place of fifteen.
              name: 'first',
              test: FIRST,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Modules of every screen after it: one request for each group instead of sixty.
            { name: 'library', test: LIBRARY, includeDependenciesRecursively: false, priority: 1 },
            {
              name: 'frame',
              test: FRAME,
              includeDependenciesRecursively: false,
            },
            { name: 'dates', test: /node_modules\/(?:@mantine\/dates|dayjs)\//, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
