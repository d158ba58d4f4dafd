import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { type Work, WORK_FILE } from './work.ts';

const root = join(import.meta.dirname, '..', '..');
const { sources } = JSON.parse(readFileSync(WORK_FILE, 'utf8')) as Work;
const collector = join(import.meta.dirname, 'collector.ts');

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      resolveId: (name: string, importer: string | undefined) =>
        name === 'vitest' && importer?.includes('/packages/domain/') ? collector : undefined,
      load: (id: string) => sources[relative(root, id)],
    },
  ],
  test: {
    name: 'mutants',
    include: ['scripts/mutants/session.ts'],
    environment: 'node',
    isolate: false,
    // It knows files by their text on the disk, which is not what runs here.
    fsModuleCache: false,
    maxWorkers: 1,
  },
});
