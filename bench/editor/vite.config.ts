import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { icons } from '../../apps/web/build/icons.ts';

const root = import.meta.dirname;
const product = join(root, '../../node_modules');

/** Every page uses the same React, built as the product is. */
export default defineConfig({
  root,
  base: './',
  plugins: [react(), icons()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: [
      { find: /^react$/, replacement: join(product, 'react') },
      { find: /^react-dom$/, replacement: join(product, 'react-dom') },
      { find: /^react-dom\/client$/, replacement: join(product, 'react-dom/client.js') },
      { find: /^react\/jsx-runtime$/, replacement: join(product, 'react/jsx-runtime.js') },
    ],
  },
  build: {
    target: 'esnext',
    rolldownOptions: { input: ['ours', 'hook-form', 'json-forms', 'rjsf'].map((name) => join(root, `${name}.html`)) },
  },
});
