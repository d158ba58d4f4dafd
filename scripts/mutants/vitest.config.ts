import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SETS } from './sets.ts';

/** Set and folder of scripts/mutants.ts. A folder is judged by its own tests, where it has some. */
const [name = '', folder = ''] = (process.env.PIMIS_MUTANTS ?? '').split(':');
const { tests, database } = SETS[name] ?? { tests: [], database: false };
const all = globSync([...tests]);
const own = all.filter((file) => file.includes(`/${folder}/`));
const FOLDER = 'apps/server/src/testing';

export default defineConfig({
  test: {
    include: own.length > 0 ? own : all,
    exclude: ['**/node_modules/**', '**/*.mocks.*'],
    environment: 'node',
    setupFiles: ['scripts/property-seed.ts', ...(database ? [`${FOLDER}/loaded-machine.ts`] : [])],
    ...(database ? { globalSetup: [`${FOLDER}/global-setup.ts`] } : {}),
  },
});
